const MINUTE_MS = 60_000
const UNITS: [Intl.RelativeTimeFormatUnit, number][] = [
  ['year', 365 * 24 * 60 * MINUTE_MS],
  ['month', 30 * 24 * 60 * MINUTE_MS],
  ['day', 24 * 60 * MINUTE_MS],
  ['hour', 60 * MINUTE_MS],
  ['minute', MINUTE_MS],
]

/** "5 minutes ago", "in 7 days", "now" for anything under a minute. What lies ahead is rounded, since two clocks differ. */
export function relativeTime(at: string, now_ms: number, language: string): string {
  const distance_ms = Date.parse(at) - now_ms
  const [unit, unit_ms] = UNITS.find(([, size_ms]) => Math.abs(distance_ms) >= size_ms) ?? ['second', MINUTE_MS]
  if (unit === 'second') return new Intl.RelativeTimeFormat(language, { numeric: 'auto' }).format(0, 'second')
  const count = distance_ms / unit_ms
  return new Intl.RelativeTimeFormat(language).format(count < 0 ? Math.trunc(count) : Math.round(count), unit)
}
