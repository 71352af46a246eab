const DAY_MS = 24 * 60 * 60 * 1000

/** The UTC day that many days before a moment. */
export function daysBefore(now: Date, days: number): string {
  return new Date(now.getTime() - days * DAY_MS).toISOString().slice(0, 10)
}
