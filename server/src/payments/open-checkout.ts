import { Problem } from '@portico/contract/problem.ts'
import type { Ctx } from '../ctx.ts'
import { applyPicture } from './apply-picture.ts'
import { processorOf, withRequest } from './customer.ts'
import { endUnheard, isTooOld } from './end-unheard.ts'
import type { OrderRow } from './order-store.ts'

/** Opens the processor's page for an order. Tried again, it is the same page. */
export async function openCheckout(ctx: Ctx, order: OrderRow): Promise<void> {
  if (isTooOld(ctx, order)) return endUnheard(ctx, order)
  const processor = processorOf(ctx)
  try {
    const picture = await withRequest(ctx, order, (request) => {
      ctx.payments.onStep('checkout asked for')
      return processor.openCheckout(request)
    })
    ctx.payments.onStep('checkout opened')
    await applyPicture(ctx, order.id, picture)
  } catch (error) {
    if (error instanceof Problem) throw error
    ctx.log.warn({ err: error, order: order.reference }, 'checkout could not be opened, will be tried again')
    throw new Problem('payment_service_down')
  }
}
