const MINUTE_MS = 60 * 1000
const HOUR_MS = 60 * MINUTE_MS

/** Close together at first, for a server that restarts; a day in all, as mail servers do among themselves. */
const PAUSES_MS = [
  10 * 1000,
  MINUTE_MS,
  5 * MINUTE_MS,
  30 * MINUTE_MS,
  2 * HOUR_MS,
  6 * HOUR_MS,
  6 * HOUR_MS,
  9 * HOUR_MS,
]

/** When to try again after this many tries; undefined when it is given up. */
export function nextTry(tries: number, now: Date): Date | undefined {
  const pause_ms = PAUSES_MS[tries - 1]
  return pause_ms === undefined ? undefined : new Date(now.getTime() + pause_ms)
}
