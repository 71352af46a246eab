import type { Ctx } from '../ctx.ts'
import {
  accountFaults,
  bookFigures,
  callFaults,
  countedDays,
  dayFaults,
  errorFaults,
  hourFaults,
  inSnapshot,
  minuteFaults,
  spendFaults,
  transactionFaults,
} from './books-store.ts'
import { outcomeFaults } from './outcome-books-store.ts'
import { paymentFaults } from './payment-books-store.ts'

const MOST = 1000

/**
 * Proves that usage rows, outcomes of tasks, rollups, errors and their counts, ledger, balances, payments, limits and holds tell the same story, or says where they do not.
 * Goes day by day through one snapshot, so that it may run beside the traffic and needs little memory.
 */
export function checkBooks(ctx: Pick<Ctx, 'db'>) {
  return inSnapshot(ctx.db, async (tx) => {
    const discrepancies = [
      ...(await accountFaults(tx)),
      ...(await transactionFaults(tx)),
      ...(await outcomeFaults(tx)),
      ...(await paymentFaults(tx)),
    ]
    for (const day of await countedDays(tx)) {
      if (discrepancies.length >= MOST) break
      for (const faults of [callFaults, minuteFaults, hourFaults, dayFaults, errorFaults, spendFaults])
        discrepancies.push(...(await faults(tx, day)))
    }
    return { balanced: discrepancies.length === 0, ...(await bookFigures(tx)), discrepancies }
  })
}
