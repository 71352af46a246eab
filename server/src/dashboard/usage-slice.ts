import type { Slice } from '#usage/room.ts'

const DAY_MS = 24 * 3_600_000

/** All that these logins called for money in a range. */
export function paidSlice(login_ids: number[], range: readonly [from_ms: number, to_ms: number]): Slice {
  return {
    login_ids,
    range,
    functions: undefined,
    method: undefined,
    priority: undefined,
    status_class: undefined,
    status_code: undefined,
    tag: undefined,
    task_id: undefined,
    is_sandbox: false,
    has_errors: false,
  }
}

export function utcMidnight(now: Date): number {
  return Math.floor(now.getTime() / DAY_MS) * DAY_MS
}

export function utcDay(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10)
}

/** Thirty days that end with today, and as much of the thirty before as has passed of these. */
export function monthsOf(now: Date): { range: [number, number]; before: [number, number] } {
  const from = utcMidnight(now) - 29 * DAY_MS
  const before = from - 30 * DAY_MS
  return { range: [from, from + 30 * DAY_MS], before: [before, before + (now.getTime() - from)] }
}
