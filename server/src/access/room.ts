import { microsToUsd } from '@portico/contract/money.ts'
import { Problem } from '@portico/contract/problem.ts'
import { balanceOf, openAccount } from '#ledger/room.ts'
import type { Ctx, UserCtx } from '../ctx.ts'
import { findLogin, insertLogin, type LoginRow, loginsOfOwner } from './store.ts'

/** API logins: whose they are and what balance stands behind them. The first is the personal one. */
export async function createPersonalLogin(
  ctx: Pick<Ctx, 'db' | 'clock'>,
  owner: { id: number; email: string },
): Promise<LoginRow> {
  const login = await insertLogin(ctx.db, { login: owner.email, owner_id: owner.id, created_at: ctx.clock.now() })
  await openAccount(ctx, login)
  return login
}

export function loginsOf(ctx: Pick<Ctx, 'db'>, user_id: number): Promise<LoginRow[]> {
  return loginsOfOwner(ctx.db, user_id)
}

export async function loginNamed(ctx: Pick<Ctx, 'db'>, name: string): Promise<LoginRow> {
  const login = await findLogin(ctx.db, name)
  if (!login) throw new Problem('unknown_login')
  return login
}

export async function activeLogin(ctx: Pick<UserCtx, 'db' | 'session'>): Promise<LoginRow> {
  const [first] = await loginsOfOwner(ctx.db, ctx.session.user_id)
  if (!first) throw new Problem('unknown_login')
  return first
}

export async function creditsOf(ctx: Pick<UserCtx, 'db' | 'session'>) {
  const balance_micros = await balanceOf(ctx, (await activeLogin(ctx)).id)
  return { balance: microsToUsd(balance_micros), balance_micros }
}
