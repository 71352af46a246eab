import type { dashboard } from '@portico/contract/dashboard.ts'
import type { Input, Output } from '@portico/contract/endpoint.ts'
import type { UserCtx } from '#ctx/ctx.ts'
import { productTitle, requiredProducts } from '#subscriptions/index.ts'
import { chooseLogins } from '#users/index.ts'
import { standings } from './store.ts'

/** Products with a subscription, and whether every shown login has it. */
export async function getSubscriptions(
  ctx: UserCtx,
  { scope }: Input<typeof dashboard.getSubscriptions>,
): Promise<Output<typeof dashboard.getSubscriptions>> {
  const logins = await chooseLogins(ctx, { scope }, '/h2h-dashboard')
  const ids = logins.map(({ id }) => id)
  const rows = await standings(ctx.db, ids, ctx.clock.now())
  return {
    subscriptions: requiredProducts(ctx, ctx.catalogue).map((product) => ({
      product,
      title: productTitle(ctx, ctx.catalogue, product),
      is_active: rows.length > 0 && rows.every(({ subscriptions }) => subscriptions.includes(product)),
    })),
  }
}
