import { DAY_MS, monthStart, utcDay } from '@portico/contract/time.ts'
import type { Ctx } from '#ctx/ctx.ts'
import { inTx } from '#db/tx.ts'
import { sumsOf } from './account-books-store.ts'
import { inSteadySnapshot } from './books-store.ts'
import { dayAfter, faultsOfDay } from './check-books.ts'
import {
  bookingDay,
  closeDay,
  closedUsage,
  firstBookedDay,
  lastClosedDay,
  lockDays,
  setClosedUsage,
} from './checkpoint-store.ts'
import { usageBetween } from './usage-sum-store.ts'

/** A task may end a day after it was posted, and a batch may wait for the database: after that a day receives no more bookings. */
const OPEN_DAYS = 3

/**
 * Job, every hour: checks days that can receive no more bookings, one by one from the oldest, and closes the correct ones. An
 * incorrect day stays open, is logged, and keeps later days open. Returns how many were closed.
 */
export async function closeDays(ctx: Pick<Ctx, 'db' | 'log'>): Promise<number> {
  let closed = 0
  while (await closeNext(ctx)) closed += 1
  await sumUpEarlier(ctx)
  return closed
}

/** Days of this month and the last that an earlier version closed get their sum, so that a month need not be counted again. */
async function sumUpEarlier({ db }: Pick<Ctx, 'db'>): Promise<void> {
  const today = await bookingDay(db)
  const days = await closedUsage(db, utcDay(monthStart(new Date(today), -1)), today)
  for (const { day, usage_micros } of days)
    if (usage_micros === null) await setClosedUsage(db, day, (await usageBetween(db, day, day)).micros)
}

/** The first day that should have been closed a day ago and is not: it does not balance, or the job does not run. */
export async function overdueDay(ctx: Pick<Ctx, 'db'>): Promise<string | undefined> {
  const last = await lastClosedDay(ctx.db)
  const day = last ? dayAfter(last) : await firstBookedDay(ctx.db)
  const isDue = day && Date.parse(day) + (OPEN_DAYS + 1) * DAY_MS < Date.parse(await bookingDay(ctx.db))
  return isDue ? day : undefined
}

async function closeNext(ctx: Pick<Ctx, 'db' | 'log'>): Promise<boolean> {
  const last = await lastClosedDay(ctx.db)
  const today = await bookingDay(ctx.db)
  const day = last ? dayAfter(last) : await firstBookedDay(ctx.db)
  if (!day || Date.parse(day) + OPEN_DAYS * DAY_MS >= Date.parse(today)) return false
  const { faults, sums } = await inSteadySnapshot(ctx.db, async (tx) => ({
    faults: await faultsOfDay(tx, day),
    sums: { ...(await sumsOf(tx, day)), usage_micros: (await usageBetween(tx, day, day)).micros },
  }))
  if (faults.length > 0) {
    ctx.log.error({ day, discrepancies: faults.slice(0, 10) }, 'books of a day do not balance')
    return false
  }
  return inTx(ctx.db, async (db) => {
    await lockDays(db)
    // Another process may have closed it meanwhile.
    if ((await lastClosedDay(db)) !== last) return false
    await closeDay(db, day, sums)
    return true
  })
}
