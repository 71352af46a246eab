import { isRange, RANGE_MAX_DAYS, type Range } from '@portico/contract/usage-range.ts'
import { utcDay } from '#ui/text/utc-days.ts'

const DAY_MS = 86_400_000

/** The formats of a range's ends in an address. */
export const DAYS = /^\d{4}-\d\d-\d\d$/
export const MOMENTS = /^\d{4}-\d\d-\d\d(T\d\d:\d\d)?$/

/** The range of an address by its ends; undefined when it has none that can be shown. */
export function readRange(params: URLSearchParams, ends: RegExp): Range | undefined {
  const range = { from: params.get('from') ?? '', to: params.get('to') ?? '' }
  return ends.test(range.from) && ends.test(range.to) && isRange(range) ? range : undefined
}

/** The longest range that ends where this one does. */
export function shortened({ from, to }: Range): Range {
  if (isRange({ from, to })) return { from, to }
  return { from: utcDay(Date.parse(to) - (RANGE_MAX_DAYS - 1) * DAY_MS), to }
}
