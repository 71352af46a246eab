import { DAY_MS, utcDay } from '@portico/contract/time.ts'
import type { Ctx } from '#ctx/ctx.ts'
import type { Db } from '#db/db.ts'
import { accountFaults, openAccountFaults, strayEntryFaults, transactionFaults } from './account-books-store.ts'
import {
  bookTotals,
  callFaults,
  countedDays,
  dayFaults,
  errorFaults,
  hourFaults,
  inSteadySnapshot,
  minuteFaults,
  spendFaults,
  totalFaults,
} from './books-store.ts'
import { lastClosedDay, totalsSince } from './checkpoint-store.ts'
import { movedErrorDays, movedErrorFaults, movedUsageDays, movedUsageFaults } from './moved-books-store.ts'
import { outcomeDayFaults, outcomeFaults, refundFaults } from './outcome-books-store.ts'
import { paymentFaults } from './payment-books-store.ts'

const MOST = 1000

export interface BookProgress {
  /** The day being checked; null for checks that are not by day. */
  day: string | null
  days_done: number
  days: number
}

export interface Books {
  balanced: boolean
  transactions: number
  accounts: number
  calls: number
  discrepancies: string[]
  /** The first day that was checked on its own; null: all days. */
  since: string | null
}

/** Checks that go day by day: of sums, and of the rows of calls and of errors or, where they were moved, of their file. */
const OF_SUMS = [transactionFaults, hourFaults, dayFaults]
const OF_CALLS = [callFaults, minuteFaults, spendFaults]

async function ofDay(db: Db, day: string): Promise<string[]> {
  const has_moved = (await movedUsageDays(db)).has(day)
  const of_calls = has_moved ? [movedUsageFaults] : OF_CALLS
  const of_errors = (await movedErrorDays(db)).has(day) ? movedErrorFaults : errorFaults
  const found: string[] = []
  for (const faults of [...OF_SUMS, ...of_calls, of_errors]) found.push(...(await faults(db, day)))
  return found
}

export async function faultsOfDay(db: Db, day: string): Promise<string[]> {
  const outcomes = (await movedUsageDays(db)).has(day) ? [] : await outcomeDayFaults(db, day)
  return [...outcomes, ...(await ofDay(db, day))]
}

/** What keeps the rows of a day, or their file that is about to replace them, from being what was booked. */
export async function movedDayFaults(db: Db, kind: 'usage' | 'errors', day: string): Promise<string[]> {
  return kind === 'usage' ? movedUsageFaults(db, day) : movedErrorFaults(db, day)
}

/**
 * Proves that usage rows, outcomes of tasks, rollups, errors and their counts, ledger, balances, payments, limits and holds agree,
 * or lists where they do not. Goes day by day through one snapshot, so that it can run during traffic and needs little memory.
 */
export function checkBooks(ctx: Pick<Ctx, 'db'>, report: (progress: BookProgress) => void = () => undefined) {
  return inSteadySnapshot(ctx.db, async (tx): Promise<Books> => {
    report({ day: null, days_done: 0, days: 0 })
    const found = [
      ...(await accountFaults(tx)),
      ...(await strayEntryFaults(tx)),
      ...(await outcomeFaults(tx)),
      ...(await refundFaults(tx)),
      ...(await paymentFaults(tx)),
      ...(await totalFaults(tx)),
    ]
    found.push(...(await checkDays(tx, await countedDays(tx), found.length, report, ofDay)))
    return { balanced: found.length === 0, ...(await bookTotals(tx)), discrepancies: found, since: null }
  })
}

/**
 * The same from a day on, by default from the first open day: balances from the sums of closed days and the entries since, and the
 * days since one by one. The duration depends on those days alone, however many calls there were before.
 */
export function checkBooksSince(
  ctx: Pick<Ctx, 'db'>,
  requested: string | undefined,
  report: (progress: BookProgress) => void = () => undefined,
) {
  return inSteadySnapshot(ctx.db, async (tx): Promise<Books> => {
    const closed = await lastClosedDay(tx)
    const open = closed === undefined ? '1970-01-01' : dayAfter(closed)
    const since = requested ?? open
    report({ day: null, days_done: 0, days: 0 })
    const found = [
      ...(await openAccountFaults(tx, open)),
      ...(await refundFaults(tx)),
      ...(await paymentFaults(tx)),
      ...(await totalFaults(tx)),
    ]
    const days = (await countedDays(tx, since)).filter((day) => day >= since)
    found.push(...(await checkDays(tx, days, found.length, report, faultsOfDay)))
    return { balanced: found.length === 0, ...(await totalsSince(tx, open)), discrepancies: found, since }
  })
}

async function checkDays(
  db: Db,
  days: string[],
  before: number,
  report: (progress: BookProgress) => void,
  check: typeof faultsOfDay,
) {
  const found: string[] = []
  for (const [days_done, day] of days.entries()) {
    if (before + found.length >= MOST) break
    report({ day, days_done, days: days.length })
    found.push(...(await check(db, day)))
  }
  return found
}

export function dayAfter(day: string): string {
  return utcDay(new Date(Date.parse(day) + DAY_MS))
}
