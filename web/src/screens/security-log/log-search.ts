import { LOG_KINDS } from '@portico/contract/audit-actions.ts'
import { LOG_RESULTS, LOG_WORDS_MAX, type LogFilterInput } from '@portico/contract/security-log.ts'
import { oneOf, searchParams } from '#lib/search-params.ts'
import { rangeOf } from '#traffic/range-address.ts'
import { type DayRange, utcDay } from '#ui/text/utc-days.ts'

const isShown = ({ from, to }: DayRange) => [from, to].every(isDay) && from <= to
const RANGE = { screen: 'log', usual: '30d', isShown } as const

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

const readParams = searchParams({
  person: (text) => (isPerson(text) ? text : undefined),
  kind: oneOf(LOG_KINDS),
  result: oneOf(LOG_RESULTS),
  q: (text) => text.trim().slice(0, LOG_WORDS_MAX),
})

export function parseSearch(search: string, now_ms: number): LogSearch {
  const { person, kind, result, q } = readParams(search)
  const filter = {
    ...(person && { person }),
    ...(kind && { kind }),
    ...(result && { result }),
    ...(q && { q }),
  }
  return { period: rangeOf(search, now_ms, RANGE), filter, narrowed: Object.keys(filter).length }
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
