import { moments } from './formats.ts'

const CLOCK = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const
const SECONDS = { ...CLOCK, second: '2-digit' } as const
const DAY = { day: 'numeric', month: 'short' } as const
const DATE = { ...DAY, year: 'numeric' } as const
const ZONE = { timeZoneName: 'shortOffset' } as const

const WRITTEN = {
  clock: moments(CLOCK),
  namedClock: moments({ ...CLOCK, ...ZONE }),
  seconds: moments(SECONDS),
  day: moments(DAY),
  date: moments(DATE),
  weekdayDate: moments({ ...DATE, weekday: 'short' }),
  weekdayClock: moments({ ...CLOCK, weekday: 'short' }),
  month: moments({ month: 'short', year: 'numeric' }),
  longMonth: moments({ month: 'long', year: 'numeric' }),
  short: moments({ ...DAY, ...CLOCK }),
  exact: moments({ ...DAY, ...SECONDS }),
  dated: moments({ ...DATE, ...CLOCK }),
  named: moments({ ...DATE, ...CLOCK, ...ZONE }),
  full: moments({ ...DATE, ...SECONDS }),
  namedFull: moments({ ...DATE, ...SECONDS, ...ZONE }),
}
export type TimeStyle = keyof typeof WRITTEN

export type Moment = string | number | Date

/** Writes a time in a language and a zone, by a 24-hour clock: all days and times of the page come from here. */
export function timeText(style: TimeStyle, at: Moment, language: string, zone: string): string {
  const text = WRITTEN[style](language, zone).format(typeof at === 'string' ? new Date(at) : at)
  return zone === 'UTC' ? text.replace(/GMT\+0$/, 'UTC') : text
}

/** With its zone, and the same in UTC beside it, by which limits and bills count: `16 Nov 2026, 01:19:05 GMT-5 · 06:19:05 UTC`. */
export function bothTimes(at: Moment, language: string, zone: string): string {
  const utc = `${timeText('full', at, language, 'UTC')} UTC`
  if (zone === 'UTC') return utc
  const isSameDay = timeText('date', at, language, zone) === timeText('date', at, language, 'UTC')
  const beside = isSameDay ? `${timeText('seconds', at, language, 'UTC')} UTC` : utc
  return `${timeText('namedFull', at, language, zone)} · ${beside}`
}

/** `New York`: how the head of a column names a zone. */
export function zoneWord(zone: string): string {
  return zone.slice(zone.lastIndexOf('/') + 1).replaceAll('_', ' ')
}
