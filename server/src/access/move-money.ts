import type { access } from '@portico/contract/access.ts'
import type { Input } from '@portico/contract/endpoint.ts'
import { may } from '@portico/contract/permissions.ts'
import { Problem } from '@portico/contract/problem.ts'
import { MESSAGES } from '@portico/contract/rules.ts'
import { audit } from '#audit/index.ts'
import type { UserCtx } from '#ctx/ctx.ts'
import { inTx } from '#db/tx.ts'
import { bookTransfer, fundsOf, movableOf, recallLeases, transferId, trialOf } from '#ledger/index.ts'
import { activeLogin, roleOf } from './index.ts'
import { lockPeople } from './member-store.ts'
import { type LoginRow, loginsOfAccount } from './store.ts'

/** The logins of the active login's account, with the amount that can be moved away from each. */
export async function getMoneyLogins(ctx: UserCtx) {
  const rows = await ofAccount(ctx, (await activeLogin(ctx)).owner_id)
  return { logins: await Promise.all(rows.map((row) => moneyOf(ctx, row))) }
}

async function moneyOf(ctx: UserCtx, { id, login, kind, status }: LoginRow) {
  const funds = await fundsOf(ctx, id)
  const kept_by = status === 'on_hold' ? ('on_hold' as const) : (await trialOf(ctx, id)) ? ('trial' as const) : null
  return {
    login,
    kind,
    balance_micros: funds.balance_micros,
    movable_micros: kept_by ? 0 : movableOf(funds),
    kept_by,
  }
}

/**
 * Moves money between logins of one account, in one transaction with the check of the right and the line in the
 * activity.
 */
export async function moveMoney(ctx: UserCtx, { from, to, amount_micros, request_id }: Input<typeof access.moveMoney>) {
  const rows = await ofAccount(ctx, (await activeLogin(ctx)).owner_id)
  await recallLeases(
    ctx,
    rows.map(({ id }) => id),
  )
  return inTx(ctx.db, async (db) => {
    const within = { ...ctx, db }
    const { owner_id } = await activeLogin(within)
    // A member who lost the right since the request was admitted moves nothing.
    await lockPeople(db, owner_id)
    if (!may(await roleOf(within), 'move_money')) throw new Problem('not_allowed')
    const rows = await ofAccount(within, owner_id)
    const source = rows.find(({ login }) => login === from)
    const target = rows.find(({ login }) => login === to)
    if (!source || !target) throw new Problem('unknown_login')
    if (source.id === target.id) throw new Problem('invalid_input', { fields: { to: MESSAGES.otherLogin } })
    if (source.status === 'on_hold' || target.status === 'on_hold') throw new Problem('login_on_hold')
    const { is_fresh, ...balances } = await bookTransfer(within, {
      id: transferId(owner_id, request_id.toLowerCase()),
      from_login_id: source.id,
      to_login_id: target.id,
      amount_micros,
      memo: `from ${from} to ${to}`,
      actor: `user:${ctx.session.user_id}`,
    })
    if (is_fresh) await audit(within, 'money_moved', { user_id: owner_id, detail: { from, to, amount_micros } })
    return balances
  })
}

async function ofAccount(ctx: Pick<UserCtx, 'db'>, owner_id: number): Promise<LoginRow[]> {
  return loginsOfAccount(ctx.db, owner_id)
}
