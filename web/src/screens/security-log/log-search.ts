import { LOG_KINDS } from '@portico/contract/audit-actions.ts'
import { LOG_RESULTS, LOG_WORDS_MAX, type LogFilterInput } from '@portico/contract/security-log.ts'
import { type RangeName, rangeNamed, rangeNameIn } from '#traffic/ranges.ts'
import { type DayRange, utcDay } from '#ui/text/utc-days.ts'

const USUAL: RangeName = '30d'

export const OFFICES = ['support', 'operator', 'visitor'] as const
const FILTERS = ['person', 'kind', 'result', 'q'] as const
type Filter = (typeof FILTERS)[number]

/** All the screen shows follows from its address. */
export interface LogSearch {
  period: DayRange
  filter: Pick<LogFilterInput, Filter>
  /** The number of active filters. */
  narrowed: number
}

export function parseSearch(search: string, now_ms: number): LogSearch {
  const params = new URLSearchParams(search)
  const own = { from: params.get('from') ?? '', to: params.get('to') ?? '' }
  const isOwn = [own.from, own.to].every(isDay) && own.from <= own.to
  const preset = rangeNameIn(params.get('range'), 'log') ?? USUAL
  const person = params.get('person') ?? ''
  const kind = LOG_KINDS.find((known) => known === params.get('kind'))
  const result = LOG_RESULTS.find((known) => known === params.get('result'))
  const q = (params.get('q') ?? '').trim().slice(0, LOG_WORDS_MAX)
  const filter = {
    ...(isPerson(person) && { person }),
    ...(kind && { kind }),
    ...(result && { result }),
    ...(q && { q }),
  }
  return { period: isOwn ? own : rangeNamed(preset, now_ms), filter, narrowed: Object.keys(filter).length }
}

/** One of our time that is in the calendar: 30 February would be the second of March. */
function isDay(text: string): boolean {
  return /^2\d{3}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text)) && utcDay(Date.parse(text)) === text
}

function isPerson(text: string): boolean {
  return /^[1-9]\d{0,14}$/.test(text) || OFFICES.some((office) => office === text)
}

export type Change = Partial<Record<Filter | 'range' | 'from' | 'to', string | undefined>>

export const NO_FILTERS: Change = Object.fromEntries(FILTERS.map((name) => [name, undefined]))
