import { lacksDetails } from '#billing/index.ts'
import type { Ctx, PaymentListener, Payments } from '#ctx/ctx.ts'
import { deleteOldEvents } from './event-store.ts'
import { chargesSince, hasPaidOrder, type OrderRow, unsettledOrder } from './order-store.ts'
import { readPaymentSettings } from './read-settings.ts'
import { openTestProcessor } from './test-processor/processor.ts'

/** Such as `Visa •••• 4242`. */
export { labelOf } from '#integrations/payment-processor.ts'
/** Jobs: orders without news, payments that take their time, and the processor's own list. */
export { askAboutOrders, followDelayed } from './ask-about-orders.ts'
/** Ends an automatic order that nobody wants any more, unless it is being paid. */
export { cancelUnwanted } from './cancel-order.ts'
/** Charges the stored method of an order; safe to call again after a crash. */
export { chargeOrder } from './charge-order.ts'
export { comparisonState, paymentMetrics as paymentFigures } from './comparison-state.ts'
/** By the operator's hand: wires, refunds, what a bank would do, and how things stand. */
export { confirmWire } from './confirm-wire.ts'
/** Makes an order before any processor hears of it; the same id again is the same order. */
export { createOrder } from './create-order.ts'
/** Job, hourly: customers of closed accounts go at the processor, too. */
export { forgetCustomers } from './forget-customers.ts'
/** Events of the processor that wait, and those that nobody needs any more. */
export { handleEvents } from './handle-events.ts'
export { listPayments, showPayment } from './list-payments.ts'
/** What is charged unless another method is chosen, and all there are. */
export { defaultMethod, listMethods } from './methods.ts'
/** What can be charged with a stored method. */
export { checkAmount, methodMax } from './order-input.ts'
export { LOOK_BACK_DAYS, reconcile } from './reconcile.ts'
export { refundOrder } from './refund.ts'
export { disputeTestPayment } from './test-processor/dispute-test-payment.ts'
/** What PROVIDER_DIR says of payments, also for whoever only wants to know whether it is right. */
export { readPaymentSettings }

/**
 * Money that comes in: orders, the processors that carry them, refunds and disputes. An order is ours before a processor hears of
 * it; what happens to it follows from what the processor says when it is asked, and is credited once.
 */
export async function openPayments(
  ctx: Pick<Ctx, 'db' | 'clock' | 'env'>,
  { listeners, onStep = () => undefined, retries }: Opening,
): Promise<Payments> {
  const settings = readPaymentSettings(ctx.env.provider_dir)
  return { settings, listeners, onStep, processor: await openProcessor(ctx, retries) }
}

interface Opening {
  listeners: PaymentListener[]
  onStep?: Payments['onStep'] | undefined
  /** How often a call to the processor is repeated at once. */
  retries?: number | undefined
}

/** Stripe's client is large: it is read where it is used. */
async function openProcessor(ctx: Pick<Ctx, 'db' | 'clock' | 'env'>, retries: number | undefined) {
  const { payments } = ctx.env
  if (payments.kind !== 'stripe') return payments.kind === 'test' ? openTestProcessor(ctx) : undefined
  const { openStripe } = await import('#integrations/stripe.ts')
  return openStripe(payments, retries === undefined ? {} : { retries })
}

/** Hourly: what was handled long ago and is known from the orders. */
export function forgetEvents(ctx: Pick<Ctx, 'db'>, before: Date): Promise<void> {
  return deleteOldEvents(ctx.db, before)
}

/** The order that waits for its end, of a login or of an account's product. */
export function openOrder(
  ctx: Pick<Ctx, 'db'>,
  which: Parameters<typeof unsettledOrder>[1],
): Promise<OrderRow | undefined> {
  return unsettledOrder(ctx.db, which)
}

/** What auto-recharge charged a login since a moment, or is charging now, newest first. */
export function rechargesSince(ctx: Pick<Ctx, 'db'>, login_id: number, since: Date) {
  return chargesSince(ctx.db, login_id, since)
}

/** Whether an account that has paid still lacks the details that its next payment needs. */
export async function paysWithoutDetails(
  ctx: Pick<Ctx, 'db' | 'billing' | 'sites'>,
  owner_id: number,
): Promise<boolean> {
  return (await lacksDetails(ctx, owner_id)) && hasPaidOrder(ctx.db, owner_id)
}
