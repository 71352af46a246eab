import type { Output } from '@portico/contract/endpoint.ts'
import type { subscriptions } from '@portico/contract/subscriptions.ts'
import { activeLogin } from '#access/index.ts'
import type { Ctx, UserCtx } from '#ctx/ctx.ts'
import { productTitle } from './product-title.ts'
import { shownState } from './shown-state.ts'
import { rowsOf, type SubscriptionRow } from './store.ts'

/** The products open to the active login: its account's subscriptions, and grants of the operator. */
export async function getActive(ctx: UserCtx): Promise<Output<typeof subscriptions.getActive>> {
  const login = await activeLogin(ctx)
  const now = ctx.clock.now()
  const rows = (await rowsOf(ctx.db, login.owner_id)).filter(({ access_until }) => access_until && access_until > now)
  const products = new Set([...rows.map(({ product }) => product), ...login.subscriptions])
  return {
    subscriptions: [...products].toSorted().map((product) => {
      const row = rows.find((one) => one.product === product)
      return {
        product,
        title: productTitle(ctx, ctx.catalogue, product),
        state: shownState(row?.state, { is_given: login.subscriptions.includes(product), has_open_order: false }),
        expires_at: (row && expiryOf(row).toISOString()) ?? null,
      }
    }),
  }
}

/** The end of a period, or of the grace period in which a failed renewal can still be paid. */
function expiryOf({ state, period_end, access_until }: SubscriptionRow): Date {
  return state === 'past_due' && access_until ? access_until : period_end
}

/** By product: the moment at which a paid subscription is renewed or ends. */
export async function subscriptionEnds(
  ctx: Pick<Ctx, 'db' | 'clock'>,
  owner_id: number,
): Promise<Record<string, Date>> {
  const now = ctx.clock.now()
  const rows = (await rowsOf(ctx.db, owner_id)).filter(({ access_until }) => access_until && access_until > now)
  return Object.fromEntries(rows.map((row) => [row.product, expiryOf(row)]))
}
