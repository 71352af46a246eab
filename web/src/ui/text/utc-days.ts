/** Days as 'YYYY-MM-DD', always of UTC: that is the day limits and bills speak of. Moments to the minute, where they are shown. */
export type DayRange = { from: string; to: string }

const DAY_MS = 86_400_000

export function utcDay(time: number): string {
  return new Date(time).toISOString().slice(0, 10)
}

/** True when two days make a range that may be requested. */
export function isRange({ from, to }: DayRange, { min, max }: { min?: string; max?: string }): boolean {
  if (!from || !to || from > to) return false
  return !(min && from < min) && !(max && to > max)
}

/** '1 Nov – 15 Nov 2025', as the language writes it; a range that begins or ends within a day with its times. */
export function writeRange({ from, to }: DayRange, locale: string): string {
  const day = { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' } as const
  if (isDay(from) && isDay(to)) return new Intl.DateTimeFormat(locale, day).formatRange(startMs(from), startMs(to))
  const minute = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const
  return `${new Intl.DateTimeFormat(locale, { ...day, ...minute }).formatRange(startMs(from), endMs(to))} UTC`
}

/** The days such a range lies in. */
export function daysOf({ from, to }: DayRange): DayRange {
  return { from: from && utcDay(startMs(from)), to: to && utcDay(endMs(to) - 1) }
}

function isDay(text: string): boolean {
  return text.length === 10
}

/** Without its zone a time would be taken for one of the browser's own. */
function startMs(text: string): number {
  return Date.parse(isDay(text) ? text : `${text}Z`)
}

function endMs(text: string): number {
  return startMs(text) + (isDay(text) ? DAY_MS : 0)
}
