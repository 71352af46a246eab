import type { Micros } from '@portico/contract/money.ts'
import { Problem } from '@portico/contract/problem.ts'
import type { Ctx } from '../ctx.ts'
import { accountOfLogin, bookFigures, findDiscrepancies, insertAccount, insertBooking, worldAccount } from './store.ts'

/**
 * Money. Integer micro-dollars, double entry, rows only ever inserted: the database refuses an update, a delete and a
 * transaction that does not sum to zero. The same booking id counts once.
 */
export async function openAccount(ctx: Pick<Ctx, 'db'>, login: { id: number; login: string }): Promise<void> {
  await insertAccount(ctx.db, login.id, `login:${login.login}`)
}

export async function balanceOf(ctx: Pick<Ctx, 'db'>, login_id: number): Promise<Micros> {
  const account = await accountOfLogin(ctx.db, login_id)
  if (!account) throw new Problem('unknown_login')
  return account.balance_micros
}

/** Gives (or, negative, takes back) credit by the operator's hand; says whether this id was new. */
export async function bookGift(
  ctx: Pick<Ctx, 'db' | 'clock'>,
  gift: { id: string; login_id: number; amount_micros: Micros; memo: string; actor: string },
): Promise<boolean> {
  const account = await accountOfLogin(ctx.db, gift.login_id)
  if (!account) throw new Problem('unknown_login')
  const { id, memo, actor, amount_micros } = gift
  return insertBooking(ctx.db, {
    id,
    kind: amount_micros > 0 ? 'gift' : 'correction',
    memo,
    actor,
    at: ctx.clock.now(),
    entries: [
      { account_id: account.id, amount_micros },
      { account_id: await worldAccount(ctx.db, 'world:gifts'), amount_micros: -amount_micros },
    ],
  })
}

export async function checkBooks(ctx: Pick<Ctx, 'db'>) {
  const discrepancies = await findDiscrepancies(ctx.db)
  return { balanced: discrepancies.length === 0, ...(await bookFigures(ctx.db)), discrepancies }
}
