import { DAY_MS, HOUR_MS, MINUTE_MS } from '@portico/contract/time.ts'
import { type DayRange, utcDay } from '#ui/text/utc-days.ts'

export type RangeScreen = 'usage' | 'errors' | 'dashboard' | 'payments' | 'log'
interface Preset {
  at: (now_ms: number) => DayRange
  screens: readonly RangeScreen[]
}

const CALLS = ['usage', 'errors', 'dashboard'] as const
const BOOKS = ['payments', 'log'] as const

/** Every range with a name: its ends and its screens, which offer it in this order. Days are of UTC. */
const RANGES = {
  '1h': { at: lastHours(1), screens: ['usage'] },
  '3h': { at: lastHours(3), screens: ['usage'] },
  '24h': { at: lastHours(24), screens: ['usage'] },
  today: { at: lastDays(1), screens: ['usage', 'errors', 'log'] },
  '7d': { at: lastDays(7), screens: [...CALLS, 'log'] },
  '30d': { at: lastDays(30), screens: [...CALLS, 'log'] },
  '90d': { at: lastDays(90), screens: [...CALLS, ...BOOKS] },
  this_month: { at: (now_ms) => months(now_ms, 0, 1), screens: ['usage', 'payments'] },
  last_month: { at: (now_ms) => months(now_ms, -1, 1), screens: ['usage', 'payments'] },
  this_year: { at: (now_ms) => years(now_ms, 0), screens: BOOKS },
  last_year: { at: (now_ms) => years(now_ms, -1), screens: BOOKS },
} as const satisfies Record<string, Preset>

export type RangeName = keyof typeof RANGES

export function rangeNamed(name: RangeName, now_ms: number): DayRange {
  return RANGES[name].at(now_ms)
}

/** The ranges that a screen offers. */
export function rangeNames(screen: RangeScreen): RangeName[] {
  const names = Object.keys(RANGES) as RangeName[]
  return names.filter((name) => (RANGES[name].screens as readonly RangeScreen[]).includes(screen))
}

function lastHours(hours: number): Preset['at'] {
  const minute = (ms: number) => new Date(ms).toISOString().slice(0, 16)
  return (now_ms) => {
    const end = Math.ceil(now_ms / MINUTE_MS) * MINUTE_MS
    return { from: minute(end - hours * HOUR_MS), to: minute(end) }
  }
}

function lastDays(days: number): Preset['at'] {
  return (now_ms) => ({ from: utcDay(now_ms - (days - 1) * DAY_MS), to: utcDay(now_ms) })
}

function months(now_ms: number, first: number, count: number): DayRange {
  const at = new Date(now_ms)
  const firstOf = (month: number) => Date.UTC(at.getUTCFullYear(), month, 1)
  const from = at.getUTCMonth() + first
  // A range that is not over ends today.
  return { from: utcDay(firstOf(from)), to: utcDay(Math.min(firstOf(from + count) - DAY_MS, now_ms)) }
}

function years(now_ms: number, first: number): DayRange {
  return months(now_ms, 12 * first - new Date(now_ms).getUTCMonth(), 12)
}
