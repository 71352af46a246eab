import { UUID } from '@portico/contract/form-fields.ts'
import type { Ctx } from '#ctx/ctx.ts'
import { errorText } from '#db/error-code.ts'
import { processorOf } from './customer.ts'
import { claimEvents, type EventRow, markHandled, noteError } from './event-store.ts'
import { ownerOfCustomer } from './method-store.ts'
import { syncMethods } from './methods.ts'
import { orderById } from './order-store.ts'
import { refreshOrder } from './refresh-order.ts'

const BATCH = 20

/** Handles stored events that are due, until there are none, and returns their number; any number of processes share them. */
export async function handleEvents(ctx: Ctx): Promise<number> {
  const { processor } = ctx.payments
  if (!processor?.subjectOf) return 0
  let handled = 0
  for (;;) {
    const rows = await claimEvents(ctx.db, processor.name, ctx.clock.now(), BATCH)
    if (rows.length === 0) return handled
    for (const row of rows) if (await handleEvent(ctx, row)) handled += 1
  }
}

/** An event only points to a payment: the payment is read from the processor, and the contents of the event are not trusted. */
async function handleEvent(ctx: Ctx, row: EventRow): Promise<boolean> {
  const { processor, event_id, type, body } = row
  try {
    ctx.payments.onStep('event taken')
    const subject = await processorOf(ctx).subjectOf?.({ type, body })
    const { order_id, customer_ref } = subject ?? { order_id: null, customer_ref: null }
    if (order_id && UUID.test(order_id) && (await orderById(ctx.db, order_id))) await refreshOrder(ctx, order_id)
    const owner_id = customer_ref ? await ownerOfCustomer(ctx.db, processor, customer_ref) : undefined
    if (owner_id !== undefined) await syncMethods(ctx, owner_id)
    ctx.payments.onStep('event followed')
    await markHandled(ctx.db, processor, event_id, ctx.clock.now())
    ctx.payments.onStep('event handled')
    return true
  } catch (error) {
    ctx.log.warn({ err: error, event: event_id, type, tries: row.tries }, 'payment event failed, will be retried')
    await noteError(ctx.db, processor, event_id, errorText(error))
    return false
  }
}
