import { Problem } from '@portico/contract/problem.ts'
import type { Ctx } from '#ctx/ctx.ts'
import type { PaymentSnapshot } from '#integrations/payment-processor.ts'
import { applySnapshot } from './apply-snapshot.ts'
import { processorOf, withRequest } from './customer.ts'
import { afterUncertain, endUnconfirmed, isTooOld } from './end-unconfirmed.ts'
import { type OrderRow, orderById } from './order-store.ts'

/** Opens the processor's page for an order. A retry returns the same page. */
export async function openCheckout(ctx: Ctx, order: OrderRow): Promise<void> {
  if (isTooOld(ctx, order)) return endUnconfirmed(ctx, order)
  try {
    const snapshot = await openPage(ctx, order).catch(async (error) => {
      const found = await afterUncertain(ctx, order, error)
      // A page that is not listed was never shown, so the next attempt need not wait for the customer.
      return found ?? openPage(ctx, (await orderById(ctx.db, order.id)) ?? order)
    })
    ctx.payments.onStep('checkout opened')
    await applySnapshot(ctx, order.id, snapshot)
  } catch (error) {
    if (error instanceof Problem) throw error
    ctx.log.warn({ err: error, order: order.reference }, 'opening a checkout failed, will be retried')
    throw new Problem('payment_service_down')
  }
}

function openPage(ctx: Ctx, order: OrderRow): Promise<PaymentSnapshot> {
  const processor = processorOf(ctx)
  return withRequest(ctx, order, async (request) => {
    const found = order.attempt > 0 ? await processor.read(request) : undefined
    if (found) return found
    ctx.payments.onStep('checkout requested')
    return processor.openCheckout(request)
  })
}
