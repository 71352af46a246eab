import { DAY_MS, HOUR_MS, MINUTE_MS } from '@portico/contract/time.ts'
import {
  ALL_APIS,
  GRAINS,
  type Grain,
  grainFits,
  STATUS_CLASSES,
  type UsageFilterInput,
} from '@portico/contract/usage.ts'
import { METHODS } from '@portico/contract/usage-methods.ts'
import { type Range, rangeMs } from '@portico/contract/usage-range.ts'
import { GROUPS, type Group, SORTS, type TaskSort } from '@portico/contract/usage-totals.ts'
import { VIA_FILTER } from '@portico/contract/via.ts'
import type { AppLocation } from '#lib/location.ts'
import { paths } from '#lib/paths.ts'
import { changedSearch, oneOf, searchParams } from '#lib/search-params.ts'
import { hasEnds, MOMENTS, rangeOf } from '#traffic/range-address.ts'
import { anything, readFilters, withoutFilters } from '#traffic/read-filters.ts'

const RANGE = { screen: 'usage', usual: '30d', isShown: hasEnds(MOMENTS) } as const

/** The filters beside range and steps, by their names in the address. */
const FILTERS = {
  function: anything,
  method: (value: string) => METHODS.some((known) => known === value),
  priority: (value: string) => value === '1' || value === '2',
  login: anything,
  status: (value: string) => STATUS_CLASSES.some((known) => known === value) || /^\d{5}$/.test(value),
  tag: anything,
  task: anything,
  ip: anything,
  via: (value: string) => VIA_FILTER.test(value),
  environment: (value: string) => value === 'sandbox',
}

/** All the screen shows follows from its address. */
export interface UsageSearch {
  filter: UsageFilterInput
  grain: Grain
  /** By what costs are split. */
  group: Group
  /** The second dimension of the table. */
  split: Group | undefined
  /** Beside the period before. */
  isCompared: boolean
  sort: TaskSort
  order: 'newest' | 'oldest'
  /** The call whose drawer is open. */
  call: string | undefined
  /** The calls that come in are shown. */
  isLive: boolean
  /** The number of active filters. */
  narrowed: number
}

export type Change = Partial<
  Record<
    | keyof typeof FILTERS
    | 'range'
    | 'from'
    | 'to'
    | 'grain'
    | 'group'
    | 'split'
    | 'compare'
    | 'sort'
    | 'order'
    | 'call'
    | 'live',
    string | undefined
  >
>

const readParams = searchParams({
  grain: String,
  group: oneOf(GROUPS),
  split: oneOf(GROUPS),
  compare: (text) => text === 'previous',
  sort: oneOf(SORTS, 'time'),
  order: oneOf(['newest', 'oldest'], 'newest'),
  call: (text) => text || undefined,
  live: (text) => text === 'on',
})

export function parseSearch({ path, search }: AppLocation, now_ms: number): UsageSearch {
  const { grain, split, sort, order, call, ...params } = readParams(search)
  const range = rangeOf(search, now_ms, RANGE)
  const filters = readFilters(search, FILTERS)
  const group = params.group ?? usualGroup(path)
  return {
    filter: { ...scopeOf(path), ...range, ...filters },
    grain: readGrain(grain, range),
    group,
    split: split === group ? undefined : split,
    isCompared: params.compare,
    sort,
    order,
    call,
    isLive: params.live,
    narrowed: Object.keys(filters).length,
  }
}

/** The overview groups by API; other sections group by function. */
export function usualGroup(path: string): Group {
  return path.replace(/\/$/, '').endsWith(`/${ALL_APIS}`) ? 'api' : 'function'
}

/** Steps of which the range has more than one, and not more than can be read. */
export function grainsFor(range: Range): Grain[] {
  const { from_ms, to_ms } = rangeMs(range)
  const fitting = GRAINS.filter((grain) => grainFits(grain, range) && to_ms - from_ms > STEP_MS[grain])
  return fitting.length > 0 ? fitting : ['minute']
}

/** In a longer range hours are drawn on request. */
const HOURS_UP_TO_MS = 3 * DAY_MS

const STEP_MS: Record<Grain, number> = { minute: MINUTE_MS, hour: HOUR_MS, day: DAY_MS, month: 28 * DAY_MS }

/** The address after a change. Another range begins with its own steps; a new filter closes what is open. */
export function changed(search: string, change: Change): string {
  const next = new URLSearchParams(search)
  if ('range' in change || 'from' in change) next.delete('grain')
  if (!('call' in change)) next.delete('call')
  return changedSearch(next.toString(), change)
}

export const NO_FILTERS: Change = withoutFilters(FILTERS)

function scopeOf(path: string): Pick<UsageFilterInput, 'scope' | 'section'> {
  const [first = '', second] = path.split('/').filter(Boolean)
  return { scope: `/${first}` === paths.h2hDetail ? 'h2h' : 'api', section: second ?? ALL_APIS }
}

function readGrain(requested: string, range: Range): Grain {
  const fitting = grainsFor(range)
  const { from_ms, to_ms } = rangeMs(range)
  const usual = to_ms - from_ms > HOURS_UP_TO_MS && fitting.includes('day') ? 'day' : fitting[0]
  return fitting.find((grain) => grain === requested) ?? usual ?? 'day'
}
