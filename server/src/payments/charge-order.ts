import type { Ctx } from '#ctx/ctx.ts'
import type { OrderRequest, PaymentSnapshot } from '#integrations/payment-processor.ts'
import { applySnapshot } from './apply-snapshot.ts'
import { backupIdOf } from './backup-card.ts'
import { cancelOrder } from './cancel-order.ts'
import { processorOf, withRequest } from './customer.ts'
import { afterUncertain, endUnconfirmed, isTooOld } from './end-unconfirmed.ts'
import { type MethodRow, methodById } from './method-store.ts'
import { factsOf } from './order-facts.ts'
import { claimPayment, isAccountClosing, markChecked, type OrderRow, orderById } from './order-store.ts'

/** A 500 is followed by one immediate retry; a second failure waits for the job. */
const ATTEMPTS = 2

/**
 * Charges the stored method of an order. Called again, after a crash or in another process, it is the same payment: only the one
 * stored with the order is confirmed. When the processor cannot be reached, the order remains as it is and is retried.
 */
export async function chargeOrder(ctx: Ctx, order_id: string): Promise<void> {
  const first = await orderById(ctx.db, order_id)
  if (first?.state !== 'created' || !first.method_id) return
  if (isTooOld(ctx, first)) return endUnconfirmed(ctx, first)
  try {
    if (!first.is_present && !(await isWanted(ctx, first))) return await cancelOrder(ctx, order_id)
    if (await hasFirstBeenPaid(ctx, first)) return await cancelOrder(ctx, order_id)
    await chargeWithAttempts(ctx, first)
  } catch (error) {
    ctx.log.warn({ err: error, order: first.reference }, 'charge failed, will be retried')
    return await markChecked(ctx.db, order_id, ctx.clock.now())
  }
  await chargeBackup(ctx, first)
}

async function chargeWithAttempts(ctx: Ctx, first: OrderRow): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    const order = (await orderById(ctx.db, first.id)) ?? first
    const method = first.method_id ? await methodById(ctx.db, first.method_id) : undefined
    // A method removed meanwhile may have been charged before: only the processor knows.
    if (!method || method.removed_at) return endUnconfirmed(ctx, order, 'method_removed')
    const snapshot = await chargeMethod(ctx, order, method).catch((error) => uncertain(ctx, first.id, error, tries))
    if (snapshot) return void (await applySnapshot(ctx, first.id, snapshot))
  }
}

/** The back-up card is charged at once; after a crash the job finds its order. */
async function chargeBackup(ctx: Ctx, { id, is_present, backup_of }: OrderRow): Promise<void> {
  if (is_present || backup_of !== null || !(await orderById(ctx.db, backupIdOf(id)))) return
  ctx.payments.onStep('backup order committed')
  await chargeOrder(ctx, backupIdOf(id))
}

/** The failed payment is read from the processor again, so that two cards are never charged for one order. */
async function hasFirstBeenPaid(ctx: Ctx, { backup_of }: OrderRow): Promise<boolean> {
  const first = backup_of ? await orderById(ctx.db, backup_of) : undefined
  if (!first) return false
  const snapshot = await withRequest(ctx, first, (request) => processorOf(ctx).read(request))
  if (snapshot?.state !== 'paid' && snapshot?.state !== 'processing') return first.state === 'paid'
  await applySnapshot(ctx, first.id, snapshot)
  return true
}

async function chargeMethod(ctx: Ctx, order: OrderRow, { method_ref }: MethodRow): Promise<PaymentSnapshot> {
  const processor = processorOf(ctx)
  return withRequest(ctx, order, async (request) => {
    const prepared = await prepare(ctx, request, method_ref)
    if (typeof prepared !== 'string' && prepared !== null) return prepared
    ctx.payments.onStep('charge requested')
    const snapshot = await processor.charge({ ...request, payment_ref: prepared }, method_ref, order.is_present)
    ctx.payments.onStep('charge answered')
    return snapshot
  })
}

/** The payment of this order at a processor that takes two steps, stored here before it is confirmed. */
async function prepare(ctx: Ctx, request: OrderRequest, method_ref: string): Promise<string | null | PaymentSnapshot> {
  const processor = processorOf(ctx)
  if (!processor.prepareCharge || request.payment_ref) return request.payment_ref
  const found = request.attempt > 0 ? await processor.read(request) : undefined
  const made = found ?? (await processor.prepareCharge(request, method_ref))
  if (typeof made !== 'string') return made
  ctx.payments.onStep('charge prepared')
  return (await claimPayment(ctx.db, request.id, made))?.payment_ref ?? made
}

/** Undefined: nothing was charged, and one more attempt is allowed now. */
async function uncertain(ctx: Ctx, order_id: string, error: unknown, tries: number) {
  const order = await orderById(ctx.db, order_id)
  if (!order) throw error
  const snapshot = await afterUncertain(ctx, order, error)
  if (!snapshot && tries >= ATTEMPTS) throw error
  return snapshot
}

/** An order whose recharge was turned off, or whose balance was topped up, since it was made is not charged any more. */
async function isWanted(ctx: Ctx, order: OrderRow): Promise<boolean> {
  if (await isAccountClosing(ctx.db, order.owner_id)) return false
  for (const listener of ctx.payments.listeners)
    if ((await listener.mayCharge?.(ctx, factsOf(order))) === false) return false
  return true
}
