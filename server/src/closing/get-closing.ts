import type { ClosingInfo } from '@portico/contract/closing.ts'
import { Problem } from '@portico/contract/problem.ts'
import { activeLogin } from '#access/index.ts'
import type { UserCtx } from '#ctx/ctx.ts'
import { userById } from '#users/index.ts'
import { closesAt, whatGoes } from './store.ts'

/** The active account and its founder. Only the operator ends the account of staff. */
export async function founderOf(ctx: UserCtx) {
  const { owner_id } = await activeLogin(ctx)
  const founder = await userById(ctx, owner_id)
  if (founder?.status !== 'active' || founder.is_staff) throw new Problem('not_allowed')
  return founder
}

export async function getClosing(ctx: UserCtx): Promise<ClosingInfo> {
  const founder = await founderOf(ctx)
  const { subscriptions, ...goes } = await whatGoes(ctx.db, founder.id, ctx.clock.now())
  return {
    email: founder.email,
    closes_at: (await closesAt(ctx.db, founder.id))?.toISOString() ?? null,
    ...goes,
    subscriptions: subscriptions.map(({ product, until }) => ({
      title: ctx.products.find((one) => one.product === product)?.titles[ctx.language] ?? product,
      until: new Date(until).toISOString(),
    })),
  }
}
