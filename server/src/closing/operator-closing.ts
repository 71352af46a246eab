import type { Input } from '@portico/contract/endpoint.ts'
import { formatMicros } from '@portico/contract/money.ts'
import type { operator } from '@portico/contract/operator.ts'
import { Problem } from '@portico/contract/problem.ts'
import type { RequestCtx } from '#ctx/ctx.ts'
import type { ChangeCtx } from '#http/change.ts'
import { userByEmail } from '#users/index.ts'
import { beginClosing, endClosing, endOf } from './close-account.ts'
import { whatGoes } from './store.ts'

/** For customers who ask the operator to: the same steps as if they had done it, with the same two weeks. */
export async function closeUser(
  ctx: ChangeCtx<RequestCtx>,
  { email, reason, confirmed }: Input<typeof operator.closeUser>,
) {
  const user = await accountOf(ctx, email)
  if ((await endOf(ctx, user.id)) === null && !confirmed)
    throw new Problem('invalid_input', { fields: { confirmed: await whatWouldGo(ctx, user) } })
  const input = { asked_by: null, reason: 'other' as const, note: reason }
  const changed = await beginClosing(ctx, user.id, input, { reason })
  return { email: user.email, changed, closes_at: await endOf(ctx, user.id) }
}

export async function keepUser(ctx: ChangeCtx<RequestCtx>, { email, reason }: Input<typeof operator.keepUser>) {
  const user = await accountOf(ctx, email)
  const changed = await endClosing(ctx, user.id, { reason })
  return { email: user.email, changed, closes_at: await endOf(ctx, user.id) }
}

async function accountOf(ctx: RequestCtx, email: string) {
  const user = await userByEmail(ctx, email)
  if (user?.status !== 'active' && user?.status !== 'disabled') throw new Problem('unknown_user')
  if (user.is_staff)
    throw new Problem('invalid_input', { fields: { email: 'is staff: end that with staff remove first' } })
  return user
}

async function whatWouldGo(ctx: RequestCtx, { id, email }: { id: number; email: string }): Promise<string> {
  const goes = await whatGoes(ctx.db, id, ctx.clock.now())
  const parts = [
    `a balance of ${formatMicros(goes.balance_micros)}`,
    `${goes.members} other members`,
    `${goes.subscriptions.length} subscriptions`,
    `${goes.database_updates} databases with updates`,
  ]
  return `${email} has ${parts.join(', ')}`
}
