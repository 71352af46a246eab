import type { Ctx } from '#ctx/ctx.ts'
import { applySnapshot } from './apply-snapshot.ts'
import { resumeOrder } from './create-order.ts'
import { processorOf, withRequest } from './customer.ts'
import { syncMethods } from './methods.ts'
import { orderById } from './order-store.ts'

/** Reads the state of an order at the processor and applies it. */
export async function refreshOrder(ctx: Ctx, order_id: string): Promise<void> {
  const order = await orderById(ctx.db, order_id)
  if (!order || order.processor !== ctx.payments.processor?.name) return
  ctx.payments.onStep('order read')
  const snapshot = await withRequest(ctx, order, (request) => processorOf(ctx).read(request))
  if (!snapshot) return resumeOrder(ctx, order)
  const state = await applySnapshot(ctx, order_id, snapshot)
  if (state === 'paid' && order.save_method) await syncMethods(ctx, order.owner_id)
}
