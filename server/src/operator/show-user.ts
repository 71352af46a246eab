import type { Input, Output } from '@portico/contract/endpoint.ts'
import type { operator } from '@portico/contract/operator.ts'
import { Problem } from '@portico/contract/problem.ts'
import { accountLogins } from '#access/index.ts'
import type { RequestCtx } from '#ctx/ctx.ts'
import { sessionsOf } from '#http/session.ts'
import { balanceOf } from '#ledger/index.ts'
import { featuresOf, newestSignUp, userByEmail } from '#users/index.ts'

/** An account, or the newest pending sign-up with this address: support handles both. */
export async function showUser(
  ctx: RequestCtx,
  { who }: Input<typeof operator.showUser>,
): Promise<Output<typeof operator.showUser>> {
  const user = await userByEmail(ctx, who)
  if (!user) return showSignUp(ctx, who)
  const { id, email, name, status, is_staff } = user
  const logins = await Promise.all(
    (await accountLogins(ctx, id)).map(async (row) => ({
      login: row.login,
      kind: row.kind,
      balance_micros: await balanceOf(ctx, row.id),
    })),
  )
  return {
    id,
    email,
    name,
    status,
    is_staff,
    created_at: user.created_at.toISOString(),
    last_login: user.last_login_at?.toISOString() ?? null,
    sessions: (await sessionsOf(ctx, id)).length,
    features: await featuresOf(ctx, id),
    logins,
  }
}

async function showSignUp(ctx: RequestCtx, who: string): Promise<Output<typeof operator.showUser>> {
  const waiting = await newestSignUp(ctx, who)
  if (!waiting) throw new Problem('unknown_user')
  const { id, email, name, status, created_at } = waiting
  const none = { is_staff: false, last_login: null, sessions: 0, features: [], logins: [] }
  return { id, email, name, status, created_at: created_at.toISOString(), ...none }
}
