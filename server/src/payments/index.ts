import { lacksDetails } from '#billing/index.ts'
import type { Ctx, PaymentListener, Payments } from '#ctx/ctx.ts'
import type { NamedWords } from '#db/named-by.ts'
import { deleteOldEvents } from './event-store.ts'
import { chargesSince, hasPaidOrder, type OrderRow, unsettledOrder } from './order-store.ts'
import { ordersNamed } from './paged-order-store.ts'
import { readPaymentSettings } from './read-settings.ts'
import { openTestProcessor } from './test-processor/processor.ts'

/** Such as `Visa •••• 4242`. */
export { labelOf } from '#integrations/payment-processor.ts'
/** Jobs: orders without news, delayed payments, and the processor's own list. */
export { askAboutOrders, followDelayed } from './ask-about-orders.ts'
/** Ends an automatic order that is no longer wanted, unless it is being paid. */
export { cancelUnwanted } from './cancel-order.ts'
/** Charges the stored method of an order; safe to call again after a crash. */
export { chargeOrder } from './charge-order.ts'
export { comparisonState, paymentMetrics } from './comparison-state.ts'
/** Actions of the operator: wires, refunds, test disputes, and the list of payments. */
export { confirmWire } from './confirm-wire.ts'
/** Creates an order before it is sent to any processor; the same id again is the same order. */
export { createOrder } from './create-order.ts'
/** Job, hourly: deletes customers of closed accounts at the processor, too. */
export { forgetCustomers } from './forget-customers.ts'
/** Pending events of the processor, and the deletion of old ones. */
export { handleEvents } from './handle-events.ts'
export { listPayments, showPayment } from './list-payments.ts'
/** The default method, and all stored methods. */
export { defaultMethod, listMethods } from './methods.ts'
/** For staff: payments that wait for one of them. */
export { ordersToMend, stuckMessages } from './needs-store.ts'
/** Limits of a charge with a stored method. */
export { checkAmount, methodMax } from './order-input.ts'
export { reconcile } from './reconcile.ts'
export { refundOrder } from './refund.ts'
/** Refunds and disputes of all customers. */
export { listReversals } from './reversal-list-store.ts'
export { disputeTestPayment } from './test-processor/dispute-test-payment.ts'
/** The payment settings in PROVIDER_DIR, also for a check of the files alone. */
export { readPaymentSettings }

/**
 * Incoming money: orders, the processors that carry them, refunds and disputes. An order is stored before it is sent to a
 * processor; its state follows from reading the processor, and it is credited once.
 */
export async function openPayments(
  ctx: Pick<Ctx, 'db' | 'clock' | 'env'>,
  { listeners, onStep = () => undefined, retries }: Opening,
): Promise<Payments> {
  const settings = readPaymentSettings(ctx.env.provider_dir)
  return { settings, listeners, onStep, processor: await openProcessor(ctx, retries) }
}

/** Payments of an account by a part of their reference or card, by id or by amount. */
export function findOrders(ctx: Pick<Ctx, 'db'>, owner_id: number, words: NamedWords, limit: number) {
  return ordersNamed(ctx.db, owner_id, words, limit)
}

interface Opening {
  listeners: PaymentListener[]
  onStep?: Payments['onStep'] | undefined
  /** Immediate retries of a request to the processor. */
  retries?: number | undefined
}

/** Stripe's client is large: it is loaded where it is used. */
async function openProcessor(ctx: Pick<Ctx, 'db' | 'clock' | 'env'>, retries: number | undefined) {
  const { payments } = ctx.env
  if (payments.kind !== 'stripe') return payments.kind === 'test' ? openTestProcessor(ctx) : undefined
  const { openStripe } = await import('#integrations/stripe.ts')
  return openStripe(payments, retries === undefined ? {} : { retries })
}

/** Hourly: deletes events that were handled long ago and whose result is known from the orders. */
export function forgetEvents(ctx: Pick<Ctx, 'db'>, before: Date): Promise<void> {
  return deleteOldEvents(ctx.db, before)
}

/** The unfinished order of a login or of an account's product. */
export function openOrder(
  ctx: Pick<Ctx, 'db'>,
  which: Parameters<typeof unsettledOrder>[1],
): Promise<OrderRow | undefined> {
  return unsettledOrder(ctx.db, which)
}

/** Automatic charges of a login since a moment, paid or in progress, newest first. */
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
