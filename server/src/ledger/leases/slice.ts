import type { Micros } from '@portico/contract/money.ts'

const WINDOW_MS = 1000
/** Calls are held one by one for so long after their money was short or recalled. */
export const SINGLE_MS = 1000
/** Of a short account one process takes at most this share. */
const SHARE = 8
/** A slice for fewer calls than this saves less than it costs. */
const FEWEST_CALLS = 2

/** How many calls of one kind came lately, and how much money was free at the last look. */
export interface Demand {
  since_ms: number
  calls: number
  last_window: number
  /** Undefined before the first answer of the database. */
  free?: Micros | undefined
  /** Calls are held one by one until then, because the money is short or was recalled. */
  single_until_ms: number
}

export const newDemand = (now_ms: number): Demand => ({
  since_ms: now_ms,
  calls: 0,
  last_window: 0,
  single_until_ms: 0,
})

export function countCall(demand: Demand, now_ms: number): void {
  const windows = Math.floor((now_ms - demand.since_ms) / WINDOW_MS)
  if (windows > 0) {
    demand.last_window = windows === 1 ? demand.calls : 0
    demand.calls = 0
    demand.since_ms += windows * WINDOW_MS
  }
  demand.calls += 1
}

/** The money that a second of these calls needs, at most a share of what is free; zero: this call is held alone. */
export function sliceOf(demand: Demand, amount: Micros, now_ms: number): Micros {
  if (now_ms < demand.single_until_ms || demand.free === undefined) return 0
  const calls = Math.min(
    Math.max(demand.calls, demand.last_window),
    amount > 0 ? Math.floor(demand.free / SHARE / amount) : 0,
  )
  return calls < FEWEST_CALLS ? 0 : calls * amount
}

export function holdSingly(demand: Demand, until_ms: number): void {
  demand.single_until_ms = until_ms
}
