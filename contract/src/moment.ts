const [FIRST_MS, LAST_MS] = [Date.UTC(2000, 0), Date.UTC(3000, 0)]

/**
 * The start of a UTC day or a minute; NaN for anything else or a date that is not in the calendar: JavaScript would
 * read 30 February as 2 March, and the database would refuse it.
 */
export function momentMs(text: string): number {
  const ms = Date.parse(isDay(text) ? text : `${text}Z`)
  const is_real = ms >= FIRST_MS && ms < LAST_MS && new Date(ms).toISOString().startsWith(text)
  return is_real ? ms : Number.NaN
}

export function isDay(text: string): boolean {
  return text.length === 10
}
