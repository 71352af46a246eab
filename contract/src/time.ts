export const MINUTE_MS = 60_000
export const QUARTER_MS = 15 * MINUTE_MS
export const HOUR_MS = 60 * MINUTE_MS
export const DAY_MS = 24 * HOUR_MS

/** First moment of the UTC month of a date, or of one that many months later. */
export function monthStart(at: Date, later = 0): Date {
  return new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + later))
}

/** The UTC day of a date, such as `2026-03-02`. */
export function utcDay(date: Date): string {
  return date.toISOString().slice(0, 10)
}
