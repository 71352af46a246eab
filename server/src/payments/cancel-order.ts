import { Problem } from '@portico/contract/problem.ts'
import type { Ctx } from '#ctx/ctx.ts'
import { notifyChanges } from '#db/changes.ts'
import type { Db } from '#db/db.ts'
import { inTx } from '#db/tx.ts'
import { applySnapshot } from './apply-snapshot.ts'
import { processorOf, withRequest } from './customer.ts'
import { changeOrder, lockOrder, type OrderRow, orderById, unsettledOrder } from './order-store.ts'

/**
 * First payment is made impossible at the processor, then the order is canceled here. If the payment was faster, it counts and the
 * order is paid.
 */
export async function cancelOrder(ctx: Ctx, order_id: string, onCanceled?: (db: Db) => Promise<void>): Promise<void> {
  const order = await orderById(ctx.db, order_id)
  if (!order) throw new Problem('unknown_order')
  if (order.state === 'canceled') return
  if (order.state !== 'created' && order.state !== 'open') throw new Problem('order_over')
  if (order.processor !== 'wire') await cancelThere(ctx, order)
  await inTx(ctx.db, async (db) => {
    const now = await lockOrder(db, order_id)
    if (now?.state !== 'created' && now?.state !== 'open') return
    await changeOrder(db, order_id, { state: 'canceled', checkout_url: null }, ctx.clock.now())
    await onCanceled?.(db)
    await notifyChanges(db, [now.login_id])
  })
}

/**
 * Ends the automatic order of a login or of an account's product that was not charged yet. Where the processor cannot be reached
 * now, the order remains, and is canceled instead of its next charge (see `chargeOrder`); one that is being paid ends on its own.
 */
export async function cancelUnwanted(ctx: Ctx, which: Parameters<typeof unsettledOrder>[1]): Promise<void> {
  const order = await unsettledOrder(ctx.db, which)
  if (!order || order.is_present || order.state === 'processing') return
  await cancelOrder(ctx, order.id).catch((error) =>
    ctx.log.warn({ err: error, order: order.reference }, 'canceling an automatic order failed, will be retried'),
  )
}

async function cancelThere(ctx: Ctx, order: OrderRow): Promise<void> {
  try {
    const processor = processorOf(ctx)
    const snapshot = await withRequest(ctx, order, async (request) => {
      try {
        await processor.cancel(request)
      } catch (error) {
        // The answer may be lost although the request succeeded: an order that cannot be paid any more is canceled.
        if ((await processor.read(request))?.state !== 'failed') throw error
      }
      return processor.read(request)
    })
    if (snapshot?.state === 'paid' || snapshot?.state === 'processing') await applySnapshot(ctx, order.id, snapshot)
  } catch (error) {
    if (error instanceof Problem) throw error
    ctx.log.warn({ err: error, order: order.reference }, 'canceling a payment at the processor failed')
    throw new Problem('cancel_unanswered')
  }
}
