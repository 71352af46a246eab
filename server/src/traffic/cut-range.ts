import { DAY_MS, HOUR_MS, MINUTE_MS, QUARTER_MS } from '@portico/contract/time.ts'
import type { Grain } from '@portico/contract/usage.ts'

export type Span = readonly [from_ms: number, to_ms: number]
/** Minutes of moved days are summed up by quarter-hours. */
export type Step = Grain | 'quarter'

/** The rollup to read for each part of a range; together they cover it once. */
export interface Cut {
  /** Whole days, from the rollup of days. */
  days: Span
  /** Whole hours before and after them. */
  hours: Span[]
  /** Every whole hour, those of the days included: the minutes of a stale hour are read instead. */
  whole_hours: Span
  /** The rest at both ends. */
  minutes: Span[]
}

/** Steps smaller than a day must not be read from days, nor minutes from hours. */
export function cutRange([from, to]: Span, grain: Step): Cut {
  const minutes_only: Cut = { days: [to, to], hours: [], whole_hours: [to, to], minutes: filled([[from, to]]) }
  const [h0, h1] = [upTo(from, HOUR_MS), downTo(to, HOUR_MS)]
  if (grain === 'minute' || grain === 'quarter' || h0 >= h1) return minutes_only
  const minutes: Span[] = filled([
    [from, h0],
    [h1, to],
  ])
  const [d0, d1] = [upTo(h0, DAY_MS), downTo(h1, DAY_MS)]
  if (grain === 'hour' || d0 >= d1) return { days: [h1, h1], hours: [[h0, h1]], whole_hours: [h0, h1], minutes }
  const hours: Span[] = filled([
    [h0, d0],
    [d1, h1],
  ])
  return { days: [d0, d1], hours, whole_hours: [h0, h1], minutes }
}

/** The start of every step from the first to the last, those without a call included. */
export function stepsOf([from, to]: Span, grain: Step): number[] {
  const steps: number[] = []
  for (let at = stepStart(from, grain); at < to; at = nextStep(at, grain)) steps.push(at)
  return steps
}

function stepStart(ms: number, grain: Step): number {
  if (grain !== 'month') return downTo(ms, STEP_MS[grain])
  const at = new Date(ms)
  return Date.UTC(at.getUTCFullYear(), at.getUTCMonth(), 1)
}

function nextStep(ms: number, grain: Step): number {
  if (grain !== 'month') return ms + STEP_MS[grain]
  const at = new Date(ms)
  return Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1, 1)
}

export const STEP_MS = { minute: MINUTE_MS, quarter: QUARTER_MS, hour: HOUR_MS, day: DAY_MS }

function upTo(ms: number, step_ms: number): number {
  return Math.ceil(ms / step_ms) * step_ms
}

function downTo(ms: number, step_ms: number): number {
  return Math.floor(ms / step_ms) * step_ms
}

/** The quarter-hours that have a part of a range. */
export function wholeQuarters([from, to]: Span): Span {
  return [downTo(from, QUARTER_MS), upTo(to, QUARTER_MS)]
}

function filled(spans: Span[]): Span[] {
  return spans.filter(([from, to]) => from < to)
}
