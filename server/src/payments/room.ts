import type { Ctx, PaymentListener, Payments } from '../ctx.ts'
import { type OrderRow, unsettledOrder } from './order-store.ts'
import { readPaymentSettings } from './read-settings.ts'
import { openTestProcessor } from './test-processor.ts'

/** Charges the stored method of an order; safe to call again after a crash. */
export { chargeOrder } from './charge-order.ts'
/** Makes an order before any processor hears of it; the same id again is the same order. */
export { createOrder, type OrderOutcome, type OrderWish } from './create-order.ts'
/** Such as `Visa •••• 4242`. */
export { labelOf } from './label.ts'
/** What is charged unless another method is chosen, and all there are. */
export { defaultMethod, listMethods } from './methods.ts'

/**
 * Money that comes in: orders, the processors that carry them, refunds and disputes. An order is ours before a processor hears of
 * it; what happens to it follows from what the processor says when it is asked, and is credited once.
 */
export function openPayments(
  ctx: Pick<Ctx, 'db' | 'clock' | 'env'>,
  { listeners, onStep = () => undefined }: { listeners: PaymentListener[]; onStep?: Payments['onStep'] },
): Payments {
  const settings = readPaymentSettings(ctx.env.provider_dir)
  const { payments } = ctx.env
  return { settings, listeners, onStep, processor: payments.kind === 'test' ? openTestProcessor(ctx) : undefined }
}

/** The order that waits for its end, of a login or of an account's product. */
export function openOrder(
  ctx: Pick<Ctx, 'db'>,
  wish: Parameters<typeof unsettledOrder>[1],
): Promise<OrderRow | undefined> {
  return unsettledOrder(ctx.db, wish)
}
