import type { Ctx } from '#ctx/ctx.ts'
import { runDue, startLoop } from '#db/work-loop.ts'
import { openWebhookCaller } from '#integrations/webhook-call.ts'
import { type DeliverCtx, eventQueue } from './deliver.ts'
import { deleteDeliveries } from './delivery-store.ts'
import { deleteEvents } from './event-store.ts'

export { eventQueueState, failedEvents } from './delivery-store.ts'
export {
  addEndpoint,
  deliveriesOf,
  listEndpoints,
  removeEndpoint,
  replay,
  rotateSecret,
  sendTest,
  setEndpoint,
} from './endpoints.ts'
export { paymentEventListener } from './payment-listener.ts'
export { firstCallListener, recordClosed, recordEvent } from './record-event.ts'

/** Sends what was recorded to the provider's endpoints. */
export function openEventSender(ctx: DeliverCtx) {
  const caller = openWebhookCaller(ctx.env.webhook_allow_private)
  const queue = eventQueue(ctx, caller)
  return {
    /** Returns a function that stops it. */
    start: () => startLoop(ctx, queue).stop,
    /** Delivers everything due now; returns the number of deliveries. */
    runDue: () => runDue(ctx, queue),
    close: () => caller.close(),
  }
}

/** Deletes messages that arrived or were given up before this moment, and then their events. */
export async function deleteOldEvents({ db }: Pick<Ctx, 'db'>, before: Date): Promise<void> {
  await deleteDeliveries(db, before)
  await deleteEvents(db, before)
}
