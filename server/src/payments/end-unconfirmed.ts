import { HOUR_MS } from '@portico/contract/time.ts'
import type { Ctx } from '#ctx/ctx.ts'
import { notifyChanges } from '#db/changes.ts'
import { inTx } from '#db/tx.ts'
import type { PaymentSnapshot } from '#integrations/payment-processor.ts'
import { applySnapshot } from './apply-snapshot.ts'
import { orderFailed } from './backup-card.ts'
import { processorOf, withRequest } from './customer.ts'
import { changeOrder, lockOrder, type OrderRow, startAttempt } from './order-store.ts'

/** A processor forgets idempotency keys after a day: from then on the same request could be a second payment. */
const KEY_LIFE_MS = 23 * HOUR_MS

export function isTooOld(ctx: Pick<Ctx, 'clock'>, order: { created_at: Date }): boolean {
  return ctx.clock.now().getTime() - order.created_at.getTime() > KEY_LIFE_MS
}

/** Ends an order that cannot be charged any more: if the processor has begun to charge it, that counts; if not, it has failed. */
export async function endUnconfirmed(
  ctx: Ctx,
  order: OrderRow,
  failure: 'expired' | 'method_removed' = 'expired',
): Promise<void> {
  const processor = processorOf(ctx)
  const snapshot = await withRequest(ctx, order, async (request) => {
    const found = await processor.read(request)
    // A payment that was prepared there and never confirmed must not be confirmed later.
    if (!found) await processor.cancel(request)
    return found
  })
  if (snapshot) await applySnapshot(ctx, order.id, snapshot)
  else await failOrder(ctx, order.id, failure)
}

/**
 * Finds the result of a request that the processor answered with a 500. It is listed there, or the next attempt has a new key: a
 * 500 is repeated for a day for every request with the same key. Returns what is listed.
 */
export async function afterUncertain(ctx: Ctx, order: OrderRow, error: unknown): Promise<PaymentSnapshot | undefined> {
  const processor = processorOf(ctx)
  if (!processor.isUncertain?.(error)) throw error
  const snapshot = await withRequest(ctx, order, (request) => processor.read(request))
  if (!snapshot) await startAttempt(ctx.db, order, ctx.clock.now())
  return snapshot
}

/** Ends an order that will never be sent to a processor. */
function failOrder(ctx: Ctx, order_id: string, failure: 'expired' | 'method_removed'): Promise<void> {
  return inTx(ctx.db, async (db) => {
    const order = await lockOrder(db, order_id)
    if (order?.state !== 'created') return
    await changeOrder(db, order_id, { state: 'failed', failure }, ctx.clock.now())
    await orderFailed(ctx, db, { ...order, state: 'failed', failure })
    await notifyChanges(db, [order.login_id])
  })
}
