import { MINUTE_MS } from '@portico/contract/time.ts'
import type { Ctx } from '#ctx/ctx.ts'
import { processorOf, withRequest } from './customer.ts'
import { isTooOld } from './end-unconfirmed.ts'
import { markChecked, orderById, ordersProcessing, ordersWithoutNews } from './order-store.ts'
import { refreshOrder } from './refresh-order.ts'
import { resendRefunds } from './refund.ts'

/** Orders without news for this long are read again. */
const QUIET_MS = 5 * MINUTE_MS
const BATCH = 50

/** Job, every minute: orders without news, and refunds that may not have arrived. Repeating it changes nothing. */
export async function askAboutOrders(ctx: Ctx, { quiet_ms = QUIET_MS }: { quiet_ms?: number } = {}): Promise<void> {
  const { processor } = ctx.payments
  if (!processor) return
  const now = ctx.clock.now().getTime()
  for (const { id, reference } of await ordersWithoutNews(ctx.db, processor.name, new Date(now - quiet_ms), BATCH)) {
    try {
      await refreshOrder(ctx, id)
      await cancelOld(ctx, id)
    } catch (error) {
      ctx.log.warn({ err: error, order: reference }, 'reading an order from the processor failed, will be retried')
    }
    await markChecked(ctx.db, id, ctx.clock.now())
  }
  await resendRefunds(ctx, new Date(now - Math.min(quiet_ms, MINUTE_MS)))
}

/** After a day it is closed at the processor, and the resulting state is applied. */
async function cancelOld(ctx: Ctx, id: string): Promise<void> {
  const order = await orderById(ctx.db, id)
  if (order?.state !== 'open' || !isTooOld(ctx, order)) return
  await withRequest(ctx, order, (request) => processorOf(ctx).cancel(request))
  await refreshOrder(ctx, id)
}

/** Job, every two seconds with the test processor, whose delayed payments are paid some seconds later. */
export async function followDelayed(ctx: Ctx): Promise<void> {
  for (const { id } of await ordersProcessing(ctx.db, 'test', BATCH))
    await refreshOrder(ctx, id).catch((error) =>
      ctx.log.warn({ err: error, order_id: id }, 'reading an order from the processor failed, will be retried'),
    )
}
