import type { Micros } from '@portico/contract/money.ts'
import { Problem } from '@portico/contract/problem.ts'
import type { Ctx } from '#ctx/ctx.ts'
import { notifyChanges } from '#db/changes.ts'
import { inTx } from '#db/tx.ts'
import { insertBooking, lockAccounts, worldAccount } from '../store.ts'
import { movableOf } from './transfer.ts'

export interface PurchaseBooking {
  id: string
  login_id: number
  amount_micros: Micros
  memo: string
  actor: string
}

/**
 * Takes the price of a purchase from a login. The account is locked before anything is read: together with calls and transfers it
 * never takes more than there is. An id that was booked before takes nothing.
 */
export function bookPurchase(
  ctx: Pick<Ctx, 'db' | 'clock'>,
  { id, login_id, amount_micros, memo, actor }: PurchaseBooking,
): Promise<{ is_fresh: boolean; available_micros: Micros }> {
  if (!(amount_micros > 0)) throw new RangeError(`${amount_micros} is not a price in micros`)
  return inTx(ctx.db, async (db) => {
    const [account] = await lockAccounts(db, [login_id])
    if (!account) throw new Problem('unknown_login')
    const entries = [
      { account_id: account.id, amount_micros: -amount_micros },
      { account_id: await worldAccount(db, 'world:purchases'), amount_micros },
    ]
    const is_fresh = await insertBooking(db, { id, kind: 'purchase', memo, actor, at: ctx.clock.now(), entries })
    if (!is_fresh) return { is_fresh, available_micros: movableOf(account) }
    if (amount_micros > movableOf(account)) throw new Problem('insufficient_funds')
    await notifyChanges(db, [login_id])
    return { is_fresh, available_micros: movableOf(account) - amount_micros }
  })
}
