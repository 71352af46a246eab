import type { Micros } from '@portico/contract/money.ts'
import { Problem } from '@portico/contract/problem.ts'
import type { Ctx } from '#ctx/ctx.ts'
import { notifyChanges } from '#db/changes.ts'
import { inTx } from '#db/tx.ts'
import { entriesOf, insertBooking, lockAccounts } from '../store.ts'
import { trialCredit } from '../trial-store.ts'

export interface Transfer {
  id: string
  from_login_id: number
  to_login_id: number
  amount_micros: Micros
  memo: string
  actor: string
}

export interface Transferred {
  /** False when this id was booked before; nothing was moved now. */
  is_fresh: boolean
  from_balance_micros: Micros
  to_balance_micros: Micros
}

type Account = Awaited<ReturnType<typeof lockAccounts>>[number]

/** The movable part of a balance: neither held by calls nor below the floor. Credit above the balance is for calls alone. */
export function movableOf(account: Pick<Account, 'balance_micros' | 'held_micros' | 'floor_micros'>): Micros {
  return Math.max(0, account.balance_micros - account.held_micros - Math.max(0, account.floor_micros))
}

/** The movable amount of a login, locked until the end of the transaction. */
export async function lockMovable({ db }: Pick<Ctx, 'db'>, login_id: number): Promise<Micros> {
  const [account] = await lockAccounts(db, [login_id])
  if (!account) throw new Problem('unknown_login')
  return movableOf(account)
}

/**
 * Moves money from one login to another. Both accounts are locked before anything is read, so that calls and other transfers wait:
 * together they never take more than there is.
 */
export function bookTransfer(ctx: Pick<Ctx, 'db' | 'clock'>, transfer: Transfer): Promise<Transferred> {
  const { id, from_login_id, to_login_id, amount_micros, memo, actor } = transfer
  if (!(amount_micros > 0) || from_login_id === to_login_id)
    throw new RangeError(`${amount_micros} is not a transferable amount`)
  return inTx(ctx.db, async (db) => {
    const accounts = await lockAccounts(db, [from_login_id, to_login_id])
    const from = accounts.find(({ api_login_id }) => api_login_id === from_login_id)
    const to = accounts.find(({ api_login_id }) => api_login_id === to_login_id)
    if (!from || !to) throw new Problem('unknown_login')
    const entries = [
      { account_id: from.id, amount_micros: -amount_micros },
      { account_id: to.id, amount_micros },
    ]
    const booked = await entriesOf(db, id)
    if (booked.length > 0) {
      if (!isSame(booked, entries)) throw new Problem('already_there')
      return { is_fresh: false, from_balance_micros: from.balance_micros, to_balance_micros: to.balance_micros }
    }
    const { trial_micros, has_more } = await trialCredit(db, from.id)
    if (trial_micros > 0 && !has_more) throw new Problem('trial_credit')
    if (amount_micros > movableOf(from)) throw new Problem('insufficient_funds')
    await insertBooking(db, { id, kind: 'transfer', memo, actor, at: ctx.clock.now(), entries })
    await notifyChanges(db, [from_login_id, to_login_id])
    return {
      is_fresh: true,
      from_balance_micros: from.balance_micros - amount_micros,
      to_balance_micros: to.balance_micros + amount_micros,
    }
  })
}

function isSame(booked: Awaited<ReturnType<typeof entriesOf>>, entries: typeof booked): boolean {
  return entries.every((entry) =>
    booked.some((one) => one.account_id === entry.account_id && one.amount_micros === entry.amount_micros),
  )
}
