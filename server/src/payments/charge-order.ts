import type { OrderRequest } from '#outside/payment-processor.ts'
import type { Ctx } from '../ctx.ts'
import { applySnapshot } from './apply-snapshot.ts'
import { backupIdOf } from './backup-card.ts'
import { cancelOrder } from './cancel-order.ts'
import { processorOf, withRequest } from './customer.ts'
import { endUnconfirmed, failOrder, isTooOld } from './end-unconfirmed.ts'
import { methodById } from './method-store.ts'
import { factsOf } from './order-facts.ts'
import { isAccountClosing, markChecked, type OrderRow, orderById } from './order-store.ts'

/**
 * Charges the stored method of an order. Called again, after a crash or beside another process, it is the same payment: the
 * processor knows it by the id of the order. When the processor cannot be reached, the order stays as it is and is tried again.
 */
export async function chargeOrder(ctx: Ctx, order_id: string): Promise<void> {
  const order = await orderById(ctx.db, order_id)
  if (order?.state !== 'created' || !order.method_id) return
  if (isTooOld(ctx, order)) return endUnconfirmed(ctx, order)
  const { method_id } = order
  try {
    if (!order.is_present && !(await isWanted(ctx, order))) return await cancelOrder(ctx, order_id)
    if (await hasFirstBeenPaid(ctx, order)) return await cancelOrder(ctx, order_id)
    const snapshot = await withRequest(ctx, order, (request) => chargeMethod(ctx, order, method_id, request))
    if (snapshot) await applySnapshot(ctx, order_id, snapshot)
    else await failOrder(ctx, order_id, 'method_removed')
  } catch (error) {
    ctx.log.warn({ err: error, order: order.reference }, 'charge could not be made, will be tried again')
    return await markChecked(ctx.db, order_id, ctx.clock.now())
  }
  await chargeBackup(ctx, order)
}

/** The card that takes the place of one that was declined is charged at once; after a crash the job finds its order. */
async function chargeBackup(ctx: Ctx, { id, is_present, backup_of }: OrderRow): Promise<void> {
  if (is_present || backup_of !== null || !(await orderById(ctx.db, backupIdOf(id)))) return
  ctx.payments.onStep('backup order committed')
  await chargeOrder(ctx, backupIdOf(id))
}

/** The processor is asked once more about the payment that failed: two cards are never charged for one order. */
async function hasFirstBeenPaid(ctx: Ctx, { backup_of }: OrderRow): Promise<boolean> {
  const first = backup_of ? await orderById(ctx.db, backup_of) : undefined
  if (!first) return false
  const snapshot = await withRequest(ctx, first, (request) => processorOf(ctx).read(request))
  if (snapshot?.state !== 'paid' && snapshot?.state !== 'processing') return first.state === 'paid'
  await applySnapshot(ctx, first.id, snapshot)
  return true
}

/** Undefined: there is nothing to charge any more, and never was. */
async function chargeMethod(ctx: Ctx, order: OrderRow, method_id: string, request: OrderRequest) {
  const processor = processorOf(ctx)
  const method = await methodById(ctx.db, method_id)
  // One that was removed meanwhile may have been charged before: only the processor knows.
  if (!method || method.removed_at) return processor.read(request)
  ctx.payments.onStep('charge asked for')
  const snapshot = await processor.charge(request, method.method_ref, order.is_present)
  ctx.payments.onStep('charge answered')
  return snapshot
}

/** What was turned off or topped up between the order and its charge is not charged any more. */
async function isWanted(ctx: Ctx, order: OrderRow): Promise<boolean> {
  if (await isAccountClosing(ctx.db, order.owner_id)) return false
  for (const listener of ctx.payments.listeners)
    if ((await listener.mayCharge?.(ctx, factsOf(order))) === false) return false
  return true
}
