import { DAY_MS, utcDay } from '@portico/contract/time.ts'
import type { Ctx } from '#ctx/ctx.ts'
import type { Db } from '#db/db.ts'
import { refundFaults } from '../refund-store.ts'
import { accountFaults, openAccountFaults, strayEntryFaults, transactionFaults } from './account-books-store.ts'
import {
  bookTotals,
  callFaults,
  countedDays,
  dayFaults,
  errorFaults,
  hourFaults,
  inSnapshot,
  minuteFaults,
  spendFaults,
  totalFaults,
} from './books-store.ts'
import { lastClosedDay, totalsSince } from './checkpoint-store.ts'
import { outcomeDayFaults, outcomeFaults } from './outcome-books-store.ts'
import { paymentFaults } from './payment-books-store.ts'

const MOST = 1000

export interface BookProgress {
  /** The day in hand; null: what is not checked by the day. */
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
  /** From which day on single days were looked at; null: all there are. */
  since: string | null
}

/** All that is checked day by day. */
const OF_A_DAY = [transactionFaults, callFaults, minuteFaults, hourFaults, dayFaults, errorFaults, spendFaults]

async function ofDay(db: Db, day: string): Promise<string[]> {
  const found: string[] = []
  for (const faults of OF_A_DAY) found.push(...(await faults(db, day)))
  return found
}

export async function faultsOfDay(db: Db, day: string): Promise<string[]> {
  return [...(await outcomeDayFaults(db, day)), ...(await ofDay(db, day))]
}

/**
 * Proves that usage rows, outcomes of tasks, rollups, errors and their counts, ledger, balances, payments, limits and holds tell the same story, or says where they do not.
 * Goes day by day through one snapshot, so that it may run beside the traffic and needs little memory.
 */
export function checkBooks(ctx: Pick<Ctx, 'db'>, tell: (progress: BookProgress) => void = () => undefined) {
  return inSnapshot(ctx.db, async (tx): Promise<Books> => {
    tell({ day: null, days_done: 0, days: 0 })
    const found = [
      ...(await accountFaults(tx)),
      ...(await strayEntryFaults(tx)),
      ...(await outcomeFaults(tx)),
      ...(await refundFaults(tx)),
      ...(await paymentFaults(tx)),
      ...(await totalFaults(tx)),
    ]
    found.push(...(await checkDays(tx, await countedDays(tx), found.length, tell, ofDay)))
    return { balanced: found.length === 0, ...(await bookTotals(tx)), discrepancies: found, since: null }
  })
}

/**
 * The same from a day on, by default from the first that is not closed: balances by what closed days sum to and what came since,
 * and the days since one by one. Takes as long as those days, however many calls there were before.
 */
export function checkBooksSince(
  ctx: Pick<Ctx, 'db'>,
  requested: string | undefined,
  tell: (progress: BookProgress) => void = () => undefined,
) {
  return inSnapshot(ctx.db, async (tx): Promise<Books> => {
    const closed = await lastClosedDay(tx)
    const open = closed === undefined ? '1970-01-01' : dayAfter(closed)
    const since = requested ?? open
    tell({ day: null, days_done: 0, days: 0 })
    const found = [
      ...(await openAccountFaults(tx, open)),
      ...(await refundFaults(tx)),
      ...(await paymentFaults(tx)),
      ...(await totalFaults(tx)),
    ]
    const days = (await countedDays(tx, since)).filter((day) => day >= since)
    found.push(...(await checkDays(tx, days, found.length, tell, faultsOfDay)))
    return { balanced: found.length === 0, ...(await totalsSince(tx, open)), discrepancies: found, since }
  })
}

async function checkDays(
  db: Db,
  days: string[],
  before: number,
  tell: (progress: BookProgress) => void,
  check: typeof faultsOfDay,
) {
  const found: string[] = []
  for (const [days_done, day] of days.entries()) {
    if (before + found.length >= MOST) break
    tell({ day, days_done, days: days.length })
    found.push(...(await check(db, day)))
  }
  return found
}

export function dayAfter(day: string): string {
  return utcDay(new Date(Date.parse(day) + DAY_MS))
}
