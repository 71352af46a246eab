import type { access } from '@portico/contract/access.ts'
import type { Input } from '@portico/contract/endpoint.ts'
import { Problem } from '@portico/contract/problem.ts'
import { MESSAGES } from '@portico/contract/rules.ts'
import { idFrom } from '#crypto/keys.ts'
import type { UserCtx } from '#ctx/ctx.ts'
import type { ChangeCtx } from '#http/change.ts'
import { creditIn, fundsOf } from '#ledger/index.ts'
import { bookTransfer, movableOf, recallLeases } from '#ledger/outgoing/index.ts'
import { activeLogin, activeLoginFor } from './index.ts'
import { type LoginRow, loginsOfAccount } from './store.ts'

/** The logins of the active login's account, with the amount that can be moved away from each. */
export async function getMoneyLogins(ctx: UserCtx) {
  const rows = await ofAccount(ctx, (await activeLogin(ctx)).owner_id)
  return { logins: await Promise.all(rows.map((row) => moneyOf(ctx, row))) }
}

async function moneyOf(ctx: UserCtx, { id, login, kind, status }: LoginRow) {
  const funds = await fundsOf(ctx, id)
  const is_trial = ((await creditIn(ctx, id)).trial?.total_micros ?? 0) > 0
  const kept_by = status === 'on_hold' ? ('on_hold' as const) : is_trial ? ('trial' as const) : null
  return {
    login,
    kind,
    balance_micros: funds.balance_micros,
    movable_micros: kept_by ? 0 : movableOf(funds),
    kept_by,
  }
}

/** Money that processes took in advance for calls to come can be moved, too. */
export async function recallAccount(ctx: UserCtx): Promise<void> {
  const rows = await ofAccount(ctx, (await activeLogin(ctx)).owner_id)
  await recallLeases(
    ctx,
    rows.map(({ id }) => id),
  )
}

/** Moves money between logins of one account. A member who lost the right since the request was admitted moves nothing. */
export async function moveMoney(
  ctx: ChangeCtx,
  { from, to, amount_micros, request_id }: Input<typeof access.moveMoney>,
) {
  const { owner_id } = await activeLoginFor(ctx, 'move_money')
  const rows = await ofAccount(ctx, owner_id)
  const source = rows.find(({ login }) => login === from)
  const target = rows.find(({ login }) => login === to)
  if (!source || !target) throw new Problem('unknown_login')
  if (source.id === target.id) throw new Problem('invalid_input', { fields: { to: MESSAGES.otherLogin } })
  if (source.status === 'on_hold' || target.status === 'on_hold') throw new Problem('login_on_hold')
  const { is_fresh, ...balances } = await bookTransfer(ctx, {
    // The account is part of the id, so that an id sent by a customer never collides with another booking.
    id: idFrom(`transfer ${request_id.toLowerCase()} of ${owner_id}`),
    from_login_id: source.id,
    to_login_id: target.id,
    amount_micros,
    memo: `from ${from} to ${to}`,
    actor: `user:${ctx.session.user_id}`,
  })
  if (is_fresh) ctx.audit('money_moved', { user_id: owner_id, detail: { from, to, amount_micros } })
  return balances
}

async function ofAccount(ctx: Pick<UserCtx, 'db'>, owner_id: number): Promise<LoginRow[]> {
  return loginsOfAccount(ctx.db, owner_id)
}
