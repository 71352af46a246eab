import { Problem } from '@portico/contract/problem.ts'
import type { Ctx } from '../ctx.ts'
import { applySnapshot } from './apply-snapshot.ts'
import { processorOf, withRequest } from './customer.ts'
import { endUnconfirmed, isTooOld } from './end-unconfirmed.ts'
import type { OrderRow } from './order-store.ts'

/** Opens the processor's page for an order. Tried again, it is the same page. */
export async function openCheckout(ctx: Ctx, order: OrderRow): Promise<void> {
  if (isTooOld(ctx, order)) return endUnconfirmed(ctx, order)
  const processor = processorOf(ctx)
  try {
    const snapshot = await withRequest(ctx, order, (request) => {
      ctx.payments.onStep('checkout asked for')
      return processor.openCheckout(request)
    })
    ctx.payments.onStep('checkout opened')
    await applySnapshot(ctx, order.id, snapshot)
  } catch (error) {
    if (error instanceof Problem) throw error
    ctx.log.warn({ err: error, order: order.reference }, 'checkout could not be opened, will be tried again')
    throw new Problem('payment_service_down')
  }
}
