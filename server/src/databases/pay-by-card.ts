import type { databaseCards } from '@portico/contract/database-cards.ts'
import type { Input, Output } from '@portico/contract/endpoint.ts'
import { Problem } from '@portico/contract/problem.ts'
import { activeLogin } from '#access/index.ts'
import { audit } from '#audit/index.ts'
import type { UserCtx } from '#ctx/ctx.ts'
import type { Db } from '#db/db.ts'
import { fundsOf } from '#ledger/index.ts'
import { movableOf } from '#ledger/outgoing/index.ts'
import { chargeOrder, checkAmount, createOrder } from '#payments/index.ts'
import { checkOrder, inOrder, loginToBuyFor } from './buy.ts'
import { cardOrdersOf, insertCardOrder } from './card-order-store.ts'
import { offerOf } from './shop.ts'
import { findPurchase } from './store.ts'

/**
 * Makes a payment that is credited like any other and buys its database at once. The page to which the processor sends the browser
 * back buys nothing: that happens where the money is credited.
 */
export async function payByCard(
  ctx: UserCtx,
  input: Input<typeof databaseCards.payByCard>,
): Promise<Output<typeof databaseCards.payByCard>> {
  const { order_id, pay_micros, tax_micros, how, method_id, return_to, ...given } = input
  checkAmount(ctx.payments.settings, { amount_micros: pay_micros, how })
  if (how === 'method' && !method_id) throw new Problem('unknown_method')
  const order = inOrder(given)
  const { id: login_id, owner_id } = await activeLogin(ctx)
  const { user_id } = ctx.session
  const request = {
    id: order_id,
    owner_id,
    login_id,
    created_by: user_id,
    purpose: 'top_up' as const,
    product: null,
    amount_micros: pay_micros,
    tax_micros,
    how,
    ...(how === 'method' && method_id && { method_id }),
    ...(return_to && { return_to }),
    onCreated: async (db: Db) => {
      const within = { ...ctx, db }
      const { login } = await loginToBuyFor(within)
      if (await findPurchase(db, order.id)) throw new Problem('already_there')
      await checkOrder(within, order)
      if (movableOf(await fundsOf(within, login_id)) + pay_micros < order.amount_micros)
        throw new Problem('insufficient_funds')
      const { source } = await offerOf(within, order.database_id)
      const { id: purchase_id, ...wanted } = order
      const title = source.title.en ?? source.id
      const created_at = ctx.clock.now()
      await insertCardOrder(db, {
        ...wanted,
        order_id,
        purchase_id,
        owner_id,
        login_id,
        created_by: user_id,
        title,
        created_at,
      })
      const detail = { login, amount_micros: pay_micros, database: order.database_id, version: order.version }
      await audit(within, 'payment_ordered', { user_id: owner_id, detail })
    },
  }
  const made = await createOrder(ctx, request)
  const [stored] = await cardOrdersOf(ctx.db, [order_id])
  if (stored?.purchase_id !== order.id) throw new Problem('already_there')
  if (how === 'method') await chargeOrder(ctx, order_id)
  // The current state; the same id makes no second order.
  const { state, pay_url } = how === 'method' ? await createOrder(ctx, request) : made
  return { order_id, state, pay_url }
}
