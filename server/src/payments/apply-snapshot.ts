import type { OrderState } from '@portico/contract/payments.ts'
import type { Ctx } from '#ctx/ctx.ts'
import { notifyChanges } from '#db/changes.ts'
import type { Db } from '#db/db.ts'
import { inTx } from '#db/tx.ts'
import { type PaymentSnapshot, processorCurrency } from '#integrations/payment-processor.ts'
import { bookingId, bookMoney } from '#ledger/index.ts'
import { mailBackupUsed, orderFailed } from './backup-card.ts'
import { customerOf } from './method-store.ts'
import { factsOf } from './order-facts.ts'
import { changeOrder, lockOrder, type OrderRow } from './order-store.ts'
import { applyReversals } from './reversals.ts'

/** An order only advances: a snapshot taken earlier that arrives later never moves it back. Only a payment is always accepted. */
const RANK: Record<OrderState, number> = { created: 0, open: 1, processing: 2, failed: 3, canceled: 3, paid: 4 }
const CHANGING = [
  'state',
  'quarantine',
  'checkout_ref',
  'payment_ref',
  'checkout_url',
  'method_label',
  'failure',
  'paid_at',
] as const

/**
 * Brings an order to the state at its processor, in one transaction with the money: state, credit, refunds, disputes and listeners.
 * Repeating it, or applying snapshots out of order, ends in the same state.
 */
export async function applySnapshot(ctx: Ctx, order_id: string, snapshot: PaymentSnapshot): Promise<OrderState> {
  ctx.payments.onStep('snapshot taken')
  const state = await inTx(ctx.db, async (db) => {
    const order = await lockOrder(db, order_id)
    if (!order) throw new Error(`order ${order_id} does not exist`)
    const fault = await mismatch(ctx, db, order, snapshot)
    if (fault) {
      ctx.log.error(
        { order: order.reference, payment: snapshot.payment_ref, fault },
        'payment does not match its order',
      )
      if (order.quarantine !== fault) await changeOrder(db, order.id, { quarantine: fault }, ctx.clock.now())
      return order.state
    }
    const now = await moveOrder(ctx, db, order, snapshot)
    if (now.state === 'paid') await applyReversals(ctx, db, now, snapshot)
    ctx.payments.onStep('before commit')
    return now.state
  })
  ctx.payments.onStep('snapshot applied')
  return state
}

/** Another amount, currency, customer or payment than the order's: it credits no account. */
async function mismatch(ctx: Ctx, db: Db, order: OrderRow, snapshot: PaymentSnapshot): Promise<string | undefined> {
  const { processor } = ctx.payments
  const total = order.amount_micros + order.tax_micros
  if (processor?.name !== order.processor) return `the processor is ${processor?.name ?? 'off'}, not ${order.processor}`
  if (snapshot.total_micros !== total) return `the amount is ${snapshot.total_micros}, not ${total} micros`
  if (snapshot.currency !== processorCurrency())
    return `the currency is ${snapshot.currency}, not ${processorCurrency()}`
  if (snapshot.is_live !== processor.is_live) return snapshot.is_live ? 'the payment is live' : 'the payment is a test'
  const customer = await customerOf(db, order.owner_id, processor.name)
  const refs = customer ? [customer.customer_ref, ...customer.former_refs] : []
  if (!refs.includes(snapshot.customer_ref ?? ''))
    return `the customer is ${snapshot.customer_ref}, not ${customer?.customer_ref}`
  if (order.payment_ref && snapshot.payment_ref && order.payment_ref !== snapshot.payment_ref)
    return `the payment is ${snapshot.payment_ref}, not ${order.payment_ref}`
  return undefined
}

async function moveOrder(ctx: Ctx, db: Db, order: OrderRow, snapshot: PaymentSnapshot): Promise<OrderRow> {
  const is_moving = RANK[snapshot.state] > RANK[order.state]
  const state = is_moving ? snapshot.state : order.state
  const next: OrderRow = {
    ...order,
    state,
    quarantine: null,
    checkout_ref: order.checkout_ref ?? snapshot.checkout_ref,
    payment_ref: order.payment_ref ?? snapshot.payment_ref,
    checkout_url: state === 'open' ? (snapshot.url ?? order.checkout_url) : null,
    method_label: snapshot.method_label || order.method_label,
    failure: is_moving ? (state === 'failed' ? (snapshot.failure ?? 'processor_error') : null) : order.failure,
    paid_at: order.paid_at ?? (state === 'paid' ? ctx.clock.now() : null),
  }
  if (CHANGING.every((name) => next[name] === order[name])) return order
  const { quarantine, checkout_ref, payment_ref, checkout_url, method_label, failure, paid_at } = next
  const change = { state, quarantine, checkout_ref, payment_ref, checkout_url, method_label, failure, paid_at }
  await changeOrder(db, order.id, change, ctx.clock.now())
  if (is_moving) await notify(ctx, db, next, snapshot)
  return next
}

async function notify(ctx: Ctx, db: Db, order: OrderRow, { is_blocked }: PaymentSnapshot): Promise<void> {
  if (order.state === 'paid') return creditOrder(ctx, db, order, order.processor)
  if (order.state === 'failed') await orderFailed(ctx, db, order, is_blocked)
  await notifyChanges(db, [order.login_id])
}

/** The only function that credits paid money. The id derives from the order: a second time books nothing. */
export async function creditOrder(ctx: Ctx, db: Db, order: OrderRow, actor: string): Promise<void> {
  await bookMoney(
    { db, clock: ctx.clock },
    {
      id: bookingId('payment', order.id),
      kind: 'payment',
      world: 'world:payments',
      login_id: order.login_id,
      amount_micros: order.amount_micros,
      memo: order.reference,
      actor,
    },
  )
  const paid = { ...factsOf(order), paid_at: order.paid_at ?? ctx.clock.now() }
  for (const listener of ctx.payments.listeners) await listener.paid?.({ ...ctx, db }, db, paid)
  if (order.backup_of) await mailBackupUsed(ctx, db, order)
  await notifyChanges(db, [order.login_id])
}
