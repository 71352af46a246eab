import { DAY_MS, monthStart, utcDay } from '@portico/contract/time.ts'

export interface DaySpend {
  day: string
  spent_micros: number
  held_micros: number
}

const PACE_DAYS = 7

/** The days that decide about a budget: its month, and the days before that set the pace. */
export function daysNeeded(month: Date): { from: string; to: string } {
  return {
    from: utcDay(new Date(month.getTime() - PACE_DAYS * DAY_MS)),
    to: utcDay(new Date(monthStart(month, 1).getTime() - DAY_MS)),
  }
}

export function sumOf(days: readonly DaySpend[], month: Date): { spent_micros: number; held_micros: number } {
  const inMonth = days.filter(({ day }) => day.startsWith(month.toISOString().slice(0, 7)))
  return {
    spent_micros: inMonth.reduce((sum, one) => sum + one.spent_micros, 0),
    held_micros: inMonth.reduce((sum, one) => sum + one.held_micros, 0),
  }
}

/**
 * What the month will cost at the pace of the last seven days and of today so far. Null until something was spent on one
 * of the days before: a morning is no pace.
 */
export function forecastOf(days: readonly DaySpend[], now: Date): number | null {
  const { spent_micros } = sumOf(days, monthStart(now))
  const today_ms = Math.floor(now.getTime() / DAY_MS) * DAY_MS
  const since = utcDay(new Date(today_ms - PACE_DAYS * DAY_MS))
  const recent = days.filter(({ day, spent_micros: spent }) => day >= since && day <= utcDay(now) && spent > 0)
  const [first] = recent.map(({ day }) => Date.parse(`${day}T00:00:00.000Z`)).toSorted((a, b) => a - b)
  if (first === undefined || first >= today_ms) return null
  const recent_micros = recent.reduce((sum, one) => sum + one.spent_micros, 0)
  const left_ms = monthStart(now, 1).getTime() - now.getTime()
  return Math.round(spent_micros + (recent_micros / (now.getTime() - first)) * left_ms)
}
