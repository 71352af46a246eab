import type { Ctx } from '#ctx/ctx.ts'
import { nextTry, type Queue } from '#db/work-loop.ts'
import { signatureHeaders } from '#integrations/standard-webhooks.ts'
import type { WebhookCaller } from '#integrations/webhook-call.ts'
import { addressOf } from './channel-address.ts'
import { channelById } from './channel-store.ts'
import { claimDeliveries, type DeliveryRow, markArrived, markMissed, nextDelivery } from './delivery-store.ts'
import { oldSignatureOf, secretsInForce } from './webhook-secret.ts'
import { type WebhookRow, webhookOf } from './webhook-store.ts'

export type DeliverCtx = Pick<Ctx, 'db' | 'clock' | 'keys' | 'log' | 'env'>

const AT_ONCE = 10
const LEASE_MS = 60_000
const REMOVED = { ok: false, why: 'removed', http_status: null } as const

/** Any number of processes share the work; failed deliveries are retried at growing intervals. */
export function deliveryQueue(ctx: DeliverCtx, caller: WebhookCaller): Queue<DeliveryRow> {
  return {
    name: 'the queue of alerts',
    most: AT_ONCE,
    lease_ms: LEASE_MS,
    claim: (span) => claimDeliveries(ctx.db, span),
    run: (row) => deliver(ctx, caller, row),
    nextDue: (after) => nextDelivery(ctx.db, after),
  }
}

async function deliver(ctx: DeliverCtx, caller: WebhookCaller, row: DeliveryRow): Promise<void> {
  try {
    const { outcome, sent_to } = row.channel_id ? await toChannel(ctx, caller, row) : await toWebhook(ctx, caller, row)
    const now = ctx.clock.now()
    if (outcome.ok) return await markArrived(ctx.db, row.id, now, { http_status: outcome.http_status, sent_to })
    const is_final = outcome.why === 'forbidden' || outcome.why === 'removed'
    const due_at = is_final ? undefined : nextTry(row.tries, now)
    await markMissed(ctx.db, row, {
      http_status: outcome.http_status,
      failure: outcome.why,
      ...(sent_to && { sent_to }),
      error_code: ('error_code' in outcome && outcome.error_code) || null,
      ...(due_at ? { due_at } : { failed_at: now }),
    })
  } catch (error) {
    // The lease runs out, and then it is tried again.
    ctx.log.warn({ err: error, login_id: row.login_id }, 'alert webhook delivery failed')
  }
}

async function toWebhook(ctx: DeliverCtx, caller: WebhookCaller, row: DeliveryRow) {
  const webhook = await webhookOf(ctx.db, row.login_id)
  if (!webhook) return { outcome: REMOVED, sent_to: null }
  return { outcome: await send(ctx, caller, row, webhook), sent_to: withoutQuery(webhook.url) }
}

/** The address is the secret, so there is no signature, and only its host is shown. */
async function toChannel(ctx: DeliverCtx, caller: WebhookCaller, { channel_id, body }: DeliveryRow) {
  const channel = await channelById(ctx.db, channel_id ?? 0)
  if (!channel) return { outcome: REMOVED, sent_to: null }
  return { outcome: await caller.call({ url: addressOf(ctx.keys, channel), json: body }), sent_to: channel.host }
}

function withoutQuery(url: string): string {
  const { origin, pathname } = new URL(url)
  return `${origin}${pathname}`
}

function send(ctx: DeliverCtx, caller: WebhookCaller, { event_id, body }: DeliveryRow, webhook: WebhookRow) {
  const now = ctx.clock.now()
  const secrets = secretsInForce(ctx.keys, now, webhook.login_id, webhook)
  return caller.call({
    url: webhook.url,
    json: body,
    headers: {
      ...signatureHeaders(secrets, { id: event_id, at: now, body }),
      'x-portico-signature': oldSignatureOf(secrets, now, body),
      'x-portico-delivery': event_id,
    },
  })
}
