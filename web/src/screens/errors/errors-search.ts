import { ERROR_CLASSES, ERRORS_MAX, type ErrorFilterInput } from '@portico/contract/errors.ts'
import { VIA_FILTER } from '@portico/contract/via.ts'
import type { AppLocation } from '#lib/location.ts'
import { paths } from '#lib/paths.ts'
import { changedSearch, oneOf, searchParams } from '#lib/search-params.ts'
import { hasEnds, MOMENTS, rangeOf } from '#traffic/range-address.ts'
import { anything, readFilters, withoutFilters } from '#traffic/read-filters.ts'

export const TABS = ['requests', 'webhooks', 'codes'] as const
export type Tab = (typeof TABS)[number]
const RANGE = { screen: 'errors', usual: '7d', isShown: hasEnds(MOMENTS) } as const
export const PAGE_SIZES = [25, 50, ERRORS_MAX] as const
const SORTS = ['count', 'first', 'last'] as const
export type GroupSort = (typeof SORTS)[number]

/** The filters beside the range, by their names in the address. */
const FILTERS = {
  code: (value: string) => /^[1-9]\d{4}$/.test(value),
  class: (value: string) => ERROR_CLASSES.some((known) => known === value),
  function: anything,
  login: anything,
  task: anything,
  via: (value: string) => VIA_FILTER.test(value),
  environment: (value: string) => value === 'sandbox',
}

/** All the screen shows follows from its address. */
export interface ErrorsSearch {
  tab: Tab
  /** The code that is looked up in the code reference. */
  code: string | undefined
  view: 'groups' | 'list'
  filter: ErrorFilterInput
  sort: GroupSort
  order: 'newest' | 'oldest'
  page: number
  page_size: number
  /** The error whose drawer is open. */
  error: string | undefined
  /** The number of active filters. */
  narrowed: number
}

export type Change = Partial<
  Record<
    keyof typeof FILTERS | 'tab' | 'view' | 'range' | 'from' | 'to' | 'sort' | 'order' | 'page' | 'size' | 'error',
    string | undefined
  >
>

const readParams = searchParams({
  tab: oneOf(TABS, 'requests'),
  view: oneOf(['groups', 'list'], 'groups'),
  sort: oneOf(SORTS, 'count'),
  order: oneOf(['newest', 'oldest'], 'newest'),
  page: (text) => Math.max(1, Math.trunc(Number(text) || 1)),
  size: (text) => PAGE_SIZES.find((size) => String(size) === text) ?? PAGE_SIZES[0],
  error: (text) => text || undefined,
})

export function parseSearch({ path, search, hash }: AppLocation, now_ms: number): ErrorsSearch {
  const { size: page_size, ...params } = readParams(search)
  const code = /^#(\d{5})$/.exec(hash)?.[1]
  const tab = code ? 'codes' : params.tab
  const filters = readFilters(search, FILTERS)
  return {
    ...params,
    tab,
    code,
    filter: {
      scope: scopeOf(path),
      kind: tab === 'webhooks' ? 'webhook' : 'request',
      ...rangeOf(search, now_ms, RANGE),
      ...filters,
      ...(filters.code && { code: Number(filters.code) }),
    },
    page_size,
    narrowed: Object.keys(filters).length,
  }
}

const KEEPS_PAGE: (keyof Change)[] = ['page', 'error']
const OF_A_TAB = [...Object.keys(FILTERS), 'view', 'sort', 'order', 'page', 'q']

/** The address after a change. What shows other rows begins at their first page, and another tab without its filters. */
export function changed(search: string, change: Change): string {
  const next = new URLSearchParams(search)
  if ('tab' in change) for (const name of OF_A_TAB) next.delete(name)
  if (!('error' in change)) next.delete('error')
  if (Object.keys(change).some((name) => !KEEPS_PAGE.some((stored) => stored === name))) next.delete('page')
  return changedSearch(next.toString(), change)
}

export const NO_FILTERS: Change = withoutFilters(FILTERS)

function scopeOf(path: string): 'api' | 'h2h' {
  return path.startsWith(paths.h2hErrors) ? 'h2h' : 'api'
}
