import type { Ctx } from '#ctx/ctx.ts'
import { nextTry, type Queue } from '#db/work-loop.ts'
import { signatureHeaders } from '#integrations/standard-webhooks.ts'
import type { WebhookCaller } from '#integrations/webhook-call.ts'
import { bodyOfEvent, claimDeliveries, type DeliveryRow, markTried, nextDelivery } from './delivery-store.ts'
import { endpointById } from './endpoint-store.ts'
import { secretsInForce } from './secrets.ts'

export type DeliverCtx = Pick<Ctx, 'db' | 'clock' | 'keys' | 'log' | 'env'>

const AT_ONCE = 10
const LEASE_MS = 60_000

/** Any number of processes share the work; failed deliveries are retried at growing intervals. */
export function eventQueue(ctx: DeliverCtx, caller: WebhookCaller): Queue<DeliveryRow> {
  return {
    name: 'the queue of business events',
    most: AT_ONCE,
    lease_ms: LEASE_MS,
    claim: (span) => claimDeliveries(ctx.db, span),
    run: (row) => deliver(ctx, caller, row),
    nextDue: (after) => nextDelivery(ctx.db, after),
  }
}

async function deliver(ctx: DeliverCtx, caller: WebhookCaller, row: DeliveryRow): Promise<void> {
  try {
    const endpoint = await endpointById(ctx.db, row.webhook_id)
    const body = await bodyOfEvent(ctx.db, row.event_id)
    // Removed or erased a moment ago, and with it the delivery.
    if (!endpoint || body === undefined) return
    const secrets = secretsInForce(ctx.keys, ctx.clock.now(), endpoint.id, endpoint)
    const outcome = await caller.call({
      url: endpoint.url,
      json: body,
      headers: signatureHeaders(secrets, { id: row.event_id, at: ctx.clock.now(), body }),
      reads_answer: true,
    })
    const now = ctx.clock.now()
    const read = { http_status: outcome.http_status, answer: outcome.answer ?? null }
    if (outcome.ok) return await markTried(ctx.db, row, { ...read, failure: null, error_code: null, sent_at: now })
    const due_at = outcome.why === 'forbidden' ? undefined : nextTry(row.tries, now)
    const about = { ...read, failure: outcome.why, error_code: outcome.error_code ?? null }
    await markTried(ctx.db, row, { ...about, ...(due_at ? { due_at } : { failed_at: now }) })
  } catch (error) {
    // The lease runs out, and then it is tried again.
    ctx.log.warn({ err: error, delivery_id: row.id }, 'delivery of a business event failed')
  }
}
