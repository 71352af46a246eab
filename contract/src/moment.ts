const [FIRST_MS, LAST_MS] = [Date.UTC(2000, 0), Date.UTC(3000, 0)]

/**
 * The beginning of a UTC day or a minute; not a number when it is none of our time or not in the calendar: here 30 February
 * would be the second of March, and in the database nothing at all.
 */
export function momentMs(text: string): number {
  const ms = Date.parse(isDay(text) ? text : `${text}Z`)
  const is_real = ms >= FIRST_MS && ms < LAST_MS && new Date(ms).toISOString().startsWith(text)
  return is_real ? ms : Number.NaN
}

export function isDay(text: string): boolean {
  return text.length === 10
}
