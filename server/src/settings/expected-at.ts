const DAY_MS = 24 * 60 * 60 * 1000

export function nextUtcDay(now: Date): Date {
  return new Date(Math.floor(now.getTime() / DAY_MS) * DAY_MS + DAY_MS)
}

/** When today's spending will reach the limit at the pace since midnight UTC; null if not today. */
export function expectedAt(now: Date, spent_micros: number, limit_micros: number): string | null {
  const elapsed_ms = now.getTime() % DAY_MS
  if (spent_micros >= limit_micros) return now.toISOString()
  if (spent_micros === 0 || elapsed_ms === 0) return null
  const at_ms = now.getTime() + ((limit_micros - spent_micros) / spent_micros) * elapsed_ms
  return at_ms < nextUtcDay(now).getTime() ? new Date(at_ms).toISOString() : null
}
