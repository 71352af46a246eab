import type { PaymentOrder, payments } from '@portico/contract/payments.ts'
import { Problem } from '@portico/contract/problem.ts'
import type { testProcessor } from '@portico/contract/test-processor.ts'
import { activeLogin } from '#access/index.ts'
import { audit } from '#audit/index.ts'
import { needDetails, taxFor } from '#billing/index.ts'
import type { UserCtx } from '#ctx/ctx.ts'
import type { Handlers } from '#http/mount.ts'
import { readCursor } from '#http/read-cursor.ts'
import { balanceOf } from '#ledger/index.ts'
import { cancelOrder } from './cancel-order.ts'
import { chargeOrder } from './charge-order.ts'
import { createOrder } from './create-order.ts'
import { processorOf, withCustomer } from './customer.ts'
import { listMethods, removeMethod, setBackup, setDefault } from './methods.ts'
import { checkAmount, countOrder, safeReturn } from './order-input.ts'
import { orderById } from './order-store.ts'
import { pagedOrder, pageOfOrders } from './paged-order-store.ts'
import { showMethod, showOrders } from './show-order.ts'
import { decideTestPayment, testCheckout } from './test-processor/decide-test-payment.ts'

const PAGE = 25

async function orderOf(ctx: UserCtx, id: string): Promise<PaymentOrder> {
  const { owner_id } = await activeLogin(ctx)
  const row = await pagedOrder(ctx.db, owner_id, id)
  const [order] = row ? await showOrders(ctx, [row]) : []
  if (!order) throw new Problem('unknown_order')
  return order
}

const methodsOf = async (ctx: UserCtx, owner_id: number) => (await listMethods(ctx, owner_id)).map(showMethod)

async function waitingPromo(ctx: UserCtx, owner_id: number) {
  for (const listener of ctx.payments.listeners) {
    const promo = await listener.waitingPromo?.(ctx, owner_id)
    if (promo) return promo
  }
  return null
}

export const paymentsHandlers: Handlers<typeof payments> = {
  async getSetup(ctx) {
    const { id, login, owner_id } = await activeLogin(ctx)
    const { settings, processor } = ctx.payments
    const { presets_micros, min_micros, max_micros, dispute_fee_micros, wire } = settings
    return {
      login,
      balance_micros: await balanceOf(ctx, id),
      presets_micros,
      min_micros,
      max_micros,
      dispute_fee_micros,
      wire_above_micros: wire?.above_micros ?? null,
      wire: wire?.account ?? null,
      processor: processor?.name ?? null,
      methods: await methodsOf(ctx, owner_id),
      promo: await waitingPromo(ctx, owner_id),
    }
  },

  async quote(ctx, { amount_micros }) {
    const { owner_id } = await activeLogin(ctx)
    await needDetails(ctx, owner_id)
    const { note, rate_bp, tax_micros, nameIn, vat } = await taxFor(ctx, owner_id, amount_micros)
    let promo_micros = 0
    for (const listener of ctx.payments.listeners)
      promo_micros += (await listener.promoOn?.(ctx, owner_id, amount_micros)) ?? 0
    return {
      amount_micros,
      total_micros: amount_micros + tax_micros,
      promo_micros,
      tax: { note, name: nameIn(ctx.language), rate_bp, tax_micros },
      vat,
    }
  },

  async createOrder(ctx, { id, amount_micros, tax_micros, how, method_id, save_method, return_to }) {
    checkAmount(ctx.payments.settings, { amount_micros, how })
    if (how === 'method' && !method_id) throw new Problem('unknown_method')
    if (how !== 'wire') processorOf(ctx)
    const { id: login_id, login, owner_id } = await activeLogin(ctx)
    await createOrder(ctx, {
      id,
      owner_id,
      login_id,
      created_by: ctx.session.user_id,
      purpose: 'top_up',
      product: null,
      amount_micros,
      tax_micros,
      how,
      method_id: how === 'method' ? method_id : undefined,
      save_method: how === 'checkout' && save_method,
      return_to,
      onCreated: (db) =>
        audit({ ...ctx, db }, 'payment_ordered', { user_id: owner_id, detail: { login, amount_micros, how } }),
    })
    if (how === 'method') await chargeOrder(ctx, id)
    return orderOf(ctx, id)
  },

  getOrder: (ctx, { id }) => orderOf(ctx, id),

  async cancelOrder(ctx, { id }) {
    const { owner_id } = await activeLogin(ctx)
    const { login, amount_micros } = await orderOf(ctx, id)
    await cancelOrder(ctx, id, (db) =>
      audit({ ...ctx, db }, 'payment_canceled', { user_id: owner_id, detail: { login, amount_micros } }),
    )
    return orderOf(ctx, id)
  },

  async listOrders(ctx, { status, before }) {
    const { owner_id } = await activeLogin(ctx)
    const rows = await pageOfOrders(ctx.db, owner_id, { status, before: readCursor(before), limit: PAGE + 1 })
    const shown = rows.slice(0, PAGE)
    const last = rows.length > PAGE ? shown.at(-1) : undefined
    return {
      orders: await showOrders(ctx, shown),
      next: last ? `${last.created_at.toISOString()}_${last.id}` : null,
    }
  },

  async getMethods(ctx) {
    const { owner_id } = await activeLogin(ctx)
    return { methods: await methodsOf(ctx, owner_id), can_add: ctx.payments.processor !== undefined }
  },

  async addMethod(ctx, { return_to }) {
    const { owner_id } = await activeLogin(ctx)
    await countOrder(ctx, owner_id)
    const return_url = new URL(safeReturn(ctx.origin, return_to) ?? '/users/getrows', ctx.origin).href
    await audit(ctx, 'payment_method_asked_for', { user_id: owner_id })
    const key = ctx.request.id
    return withCustomer(ctx, owner_id, ({ customer_ref }) =>
      processorOf(ctx).openSetup({ key, customer_ref, return_url }),
    )
  },

  async setDefaultMethod(ctx, { id }) {
    const { owner_id } = await activeLogin(ctx)
    await setDefault(ctx, owner_id, id, (db, method) =>
      audit({ ...ctx, db }, 'payment_method_default', { user_id: owner_id, detail: { method: method.last4 } }),
    )
    return { methods: await methodsOf(ctx, owner_id) }
  },

  async setBackupMethod(ctx, { id }) {
    const { owner_id } = await activeLogin(ctx)
    await setBackup(ctx, owner_id, id, (db) =>
      audit({ ...ctx, db }, id === null ? 'payment_method_no_backup' : 'payment_method_backup', { user_id: owner_id }),
    )
    return { methods: await methodsOf(ctx, owner_id) }
  },

  async removeMethod(ctx, { id }) {
    const { owner_id } = await activeLogin(ctx)
    await removeMethod(ctx, owner_id, id, (db, method) =>
      audit({ ...ctx, db }, 'payment_method_removed', { user_id: owner_id, detail: { method: method.last4 } }),
    )
    return { methods: await methodsOf(ctx, owner_id) }
  },
}

export const testProcessorHandlers: Handlers<typeof testProcessor> = {
  async getCheckout(ctx, { checkout }) {
    const payment = await testCheckout(ctx, checkout)
    const { order_id, save_method, total_micros, description, state, return_url } = payment
    const order = order_id === null ? undefined : await orderById(ctx.db, order_id)
    return {
      is_set_up: order_id === null,
      // At Add funds the customer has decided already, for or against it.
      keeps: save_method || order?.purpose === 'top_up' ? save_method : null,
      total_micros,
      description,
      is_open: state === 'open',
      return_url,
    }
  },
  decide: decideTestPayment,
}
