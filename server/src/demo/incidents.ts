import { CODE } from '@portico/contract/codes.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@portico/contract/time.ts'

/** A period of failures on one API. */
export interface Incident {
  from_ms: number
  to_ms: number
  /** Index of the API among those that are called. */
  api: number
  code: number
  message: string
  /** Share of the usual calls that it affects. */
  share: number
  /** Additional calls that it causes by retries or runaway programs. */
  extra: number
  tag: string | null
}

type PlannedIncident = Omit<Incident, 'from_ms' | 'to_ms'> & {
  days_ago: number
  from: [hour: number, minute: number]
  minutes: number
}

const DOWN = 'The data source cannot be reached right now. Please try again later; you were not charged.'
const FLOOD = 'The rate-limit per minute has been exceeded.'

const PLANNED: PlannedIncident[] = [
  // The source of the first API was down, and its callers tried again.
  {
    days_ago: 17,
    from: [13, 10],
    minutes: 75,
    api: 0,
    code: CODE.sourceUnavailable,
    message: DOWN,
    share: 1,
    extra: 45,
    tag: null,
  },
  // A faulty client was released, twice.
  {
    days_ago: 9,
    from: [9, 40],
    minutes: 50,
    api: 1,
    code: CODE.invalidField,
    message: "Invalid Field: 'depth'.",
    share: 0.8,
    extra: 60,
    tag: 'client-reports',
  },
  {
    days_ago: 52,
    from: [14, 5],
    minutes: 35,
    api: 3,
    code: CODE.invalidField,
    message: "Invalid Field: 'location_code'.",
    share: 0.8,
    extra: 35,
    tag: 'price-watch',
  },
  // A program called in a loop without a pause.
  {
    days_ago: 26,
    from: [10, 31],
    minutes: 3,
    api: 0,
    code: CODE.rateLimit,
    message: FLOOD,
    share: 1,
    extra: 55,
    tag: 'dashboard',
  },
  {
    days_ago: 71,
    from: [15, 2],
    minutes: 2,
    api: 2,
    code: CODE.rateLimit,
    message: FLOOD,
    share: 1,
    extra: 40,
    tag: null,
  },
]

/** The incidents of the last ninety days, moved to working days, when there is enough traffic. */
export function incidentsUntil(now: Date): Incident[] {
  const today_ms = Math.floor(now.getTime() / DAY_MS) * DAY_MS
  return PLANNED.map(({ days_ago, from: [hour, minute], minutes, ...incident }) => {
    const from_ms = workingDay(today_ms - days_ago * DAY_MS) + hour * HOUR_MS + minute * MINUTE_MS
    return { ...incident, from_ms, to_ms: from_ms + minutes * MINUTE_MS }
  })
}

function workingDay(day_ms: number): number {
  const weekday = new Date(day_ms).getUTCDay()
  return day_ms - (weekday === 0 ? 2 : weekday === 6 ? 1 : 0) * DAY_MS
}
