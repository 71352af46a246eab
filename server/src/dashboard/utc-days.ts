import { DAY_MS } from '@portico/contract/time.ts'

export function utcMidnight(now: Date): number {
  return Math.floor(now.getTime() / DAY_MS) * DAY_MS
}

export function utcDay(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10)
}

/** Thirty days that end with today, and the same elapsed part of the thirty before. */
export function monthsOf(now: Date): { range: [number, number]; before: [number, number] } {
  const from = utcMidnight(now) - 29 * DAY_MS
  const before = from - 30 * DAY_MS
  return { range: [from, from + 30 * DAY_MS], before: [before, before + (now.getTime() - from)] }
}
