import { HOUR_MS } from '@portico/contract/time.ts'
import type { Ctx } from '#ctx/ctx.ts'
import { mergeMinutesOf } from '#ledger/jobs/index.ts'
import { daysToMerge, hoursOfDay, markMerged } from './move-store.ts'

/** A transaction takes as many hours of a login as have so few calls, at least one: bookings of the login wait for it. */
const MOST_CALLS = 1_000

type MergeCtx = Pick<Ctx, 'db' | 'log'> & { onStep?(step: 'merging' | 'merged'): void }

/**
 * Sums up the minutes of moved days by quarter-hours, from the oldest. A stop between two parts leaves the rest of the day to the
 * next run, and repeating a part changes nothing. What is booked for such a day later is added when its hours are summed up again.
 */
export async function mergeMovedDays(ctx: MergeCtx): Promise<void> {
  for (const day of await daysToMerge(ctx.db)) {
    let fewer = 0
    for (const { login_id, since, until } of partsOf(await hoursOfDay(ctx.db, day))) {
      fewer += await mergeMinutesOf(ctx.db, login_id, new Date(since), new Date(until))
      ctx.onStep?.('merging')
    }
    await markMerged(ctx.db, day)
    ctx.log.info({ day, fewer }, 'minutes of a day were summed up by quarter-hours')
    ctx.onStep?.('merged')
  }
}

interface Part {
  login_id: number
  since: number
  until: number
  calls: number
}

/** Hours of a login that follow each other. */
function partsOf(hours: { login_id: number; hour: number; rows: number }[]): Part[] {
  const parts: Part[] = []
  for (const { login_id, hour, rows } of hours) {
    const last = parts.at(-1)
    const until = hour + HOUR_MS
    if (last?.login_id === login_id && last.calls + rows <= MOST_CALLS) {
      last.until = until
      last.calls += rows
    } else parts.push({ login_id, since: hour, until, calls: rows })
  }
  return parts
}
