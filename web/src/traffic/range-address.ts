import { isRange, type Range } from '@portico/contract/usage-range.ts'
import { oneOf, searchParams } from '#lib/search-params.ts'
import { type RangeName, type RangeScreen, rangeNamed, rangeNames } from './ranges.ts'

/** The formats of a range's ends in an address. */
export const DAYS = /^\d{4}-\d\d-\d\d$/
export const MOMENTS = /^\d{4}-\d\d-\d\d(T\d\d:\d\d)?$/

interface ScreenRange {
  screen: RangeScreen
  /** The range of an address without one. */
  usual: RangeName
  /** Whether the screen can show a range with these ends. */
  isShown: (range: Range) => boolean
}

const readEnds = searchParams({ from: String, to: String, range: String })

/** The range of an address, by its ends or its name. */
export function rangeOf(search: string, now_ms: number, { screen, usual, isShown }: ScreenRange): Range {
  const { range, ...own } = readEnds(search)
  return isShown(own) ? own : rangeNamed(oneOf(rangeNames(screen), usual)(range), now_ms)
}

export function hasEnds(ends: RegExp): ScreenRange['isShown'] {
  return (range) => ends.test(range.from) && ends.test(range.to) && isRange(range)
}
