import { inTx } from '#db/tx.ts'
import { announceChange } from '#ledger/room.ts'
import type { Ctx } from '../ctx.ts'
import { applySnapshot } from './apply-snapshot.ts'
import { orderFailed } from './backup-card.ts'
import { processorOf, withRequest } from './customer.ts'
import { changeOrder, lockOrder, type OrderRow } from './order-store.ts'

/** A processor forgets idempotency keys after a day: from then on the same request could be a second payment. */
const KEY_LIFE_MS = 23 * 60 * 60 * 1000

export function isTooOld(ctx: Pick<Ctx, 'clock'>, order: { created_at: Date }): boolean {
  return ctx.clock.now().getTime() - order.created_at.getTime() > KEY_LIFE_MS
}

/** An order that was made a day ago and never confirmed: if the processor knows of it, that counts; if not, it has failed. */
export async function endUnconfirmed(ctx: Ctx, order: OrderRow): Promise<void> {
  const snapshot = await withRequest(ctx, order, (request) => processorOf(ctx).read(request))
  if (snapshot) await applySnapshot(ctx, order.id, snapshot)
  else await failOrder(ctx, order.id, 'expired')
}

/** Ends an order of which no processor will ever hear. */
export function failOrder(ctx: Ctx, order_id: string, failure: 'expired' | 'method_removed'): Promise<void> {
  return inTx(ctx.db, async (db) => {
    const order = await lockOrder(db, order_id)
    if (order?.state !== 'created') return
    await changeOrder(db, order_id, { state: 'failed', failure }, ctx.clock.now())
    await orderFailed(ctx, db, { ...order, state: 'failed', failure })
    await announceChange({ db }, order.login_id)
  })
}
