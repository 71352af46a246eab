import type { Output } from '@portico/contract/endpoint.ts'
import { may } from '@portico/contract/permissions.ts'
import type { Subscription, subscriptions } from '@portico/contract/subscriptions.ts'
import { activeLogin, loginsOf, roleOf } from '#access/index.ts'
import type { UserCtx } from '#ctx/ctx.ts'
import { labelOf, listMethods, openOrder } from '#payments/index.ts'
import { productTitle, requiredProducts } from './product-title.ts'
import { priceAt } from './read-products.ts'
import { renewalPrice } from './renewal-price.ts'
import { shownState } from './shown-state.ts'
import { periodsOf, rowsOf, type SubscriptionRow } from './store.ts'

const HISTORY = 100

export async function getSubscriptions(ctx: UserCtx): Promise<Output<typeof subscriptions.getSubscriptions>> {
  const login = await activeLogin(ctx)
  const rows = await rowsOf(ctx.db, login.owner_id)
  const names = new Map((await loginsOf(ctx)).map((one) => [one.id, one.login]))
  const isPayer = may(await roleOf(ctx), 'add_funds')
  const described = requiredProducts(ctx, ctx.catalogue).map(async (product): Promise<Subscription> => {
    const row = rows.find((one) => one.product === product)
    const order = await openOrder(ctx, { purpose: 'subscription', owner_id: login.owner_id, product })
    const is_given = login.subscriptions.includes(product)
    const state = shownState(row?.state, { is_given, has_open_order: order !== undefined })
    const isRunning = row !== undefined && row.state !== 'expired'
    return {
      product,
      title: productTitle(ctx, ctx.catalogue, product),
      state,
      ...pricesOf(ctx, product, row),
      period_start: isRunning ? row.period_start.toISOString() : null,
      period_end: row?.period_end.toISOString() ?? null,
      access_until: row?.access_until?.toISOString() ?? null,
      next_try_at: row?.state === 'past_due' ? row.next_try_at.toISOString() : null,
      method_label: isPayer && isRunning ? row.method_label : null,
      login: isRunning ? (names.get(row.login_id) ?? null) : null,
      order: order && isPayer ? { id: order.id, pay_url: order.state === 'open' ? order.checkout_url : null } : null,
      grace_days: ctx.products.find((one) => one.product === product)?.grace_days ?? 0,
      functions: ctx.catalogue
        .functions()
        .filter(({ subscription }) => subscription === product)
        .map(({ id, title, playground }) => ({ id, title, section: playground })),
    }
  })
  const history = isPayer ? await periodsOf(ctx.db, login.owner_id, HISTORY) : []
  return {
    subscriptions: await Promise.all(described),
    history: history.map(({ at, ...period }) => ({
      ...period,
      title: productTitle(ctx, ctx.catalogue, period.product),
      period_start: period.period_start.toISOString(),
      period_end: period.period_end.toISOString(),
      paid_at: at.toISOString(),
    })),
    methods: isPayer ? (await listMethods(ctx, login.owner_id)).map((one) => ({ ...one, label: labelOf(one) })) : [],
  }
}

/** The price of the next payment, and the price after that where it is already known. */
function pricesOf(
  ctx: UserCtx,
  name: string,
  row: SubscriptionRow | undefined,
): Pick<Subscription, 'price' | 'next_price'> {
  const product = ctx.products.find((one) => one.product === name)
  if (!product) return { price: null, next_price: null }
  const isRunning = row !== undefined && row.state !== 'expired'
  const now = ctx.clock.now()
  const { version, micros } = isRunning
    ? { version: row.price_version, micros: row.price_micros }
    : priceAt(product, now)
  const coming = isRunning ? renewalPrice(product, row) : undefined
  const later = product.prices.find(({ from }) => from > now)
  const next =
    coming && coming.version !== version
      ? { ...coming, from: row?.period_end ?? now }
      : later && !isRunning
        ? later
        : undefined
  return {
    price: { version, micros },
    next_price: next ? { version: next.version, micros: next.micros, from: next.from.toISOString() } : null,
  }
}
