import * as z from 'zod/mini'
import { DELIVERY_KINDS } from './alert-kinds.ts'
import { get, post } from './endpoint.ts'
import { entryId, text } from './form-fields.ts'
import { MESSAGES } from './rules.ts'

export const DELIVERIES_SHOWN = 50
export const WEBHOOK_URL_MAX = 2000

/** One message and what became of it. */
export const delivery = z.object({
  id: z.number(),
  at: z.string(),
  kind: z.enum(DELIVERY_KINDS),
  is_replay: z.boolean(),
  state: z.enum(['waiting', 'sent', 'failed']),
  /** Status of the last try; null until there was one. */
  http_status: z.nullable(z.number()),
  failure: z.nullable(z.enum(['forbidden', 'slow', 'down', 'refused', 'removed'])),
  error_code: z.nullable(z.string()),
  tries: z.number(),
  /** The address of the last try, without its query; null until there was one. */
  sent_to: z.nullable(z.string()),
  next_try_at: z.nullable(z.string()),
})
export type AlertDelivery = z.infer<typeof delivery>

const webhook = z.object({
  url: z.nullable(z.string()),
  secret_since: z.nullable(z.string()),
  /** Until then messages are signed with the previous secret as well. */
  old_secret_until: z.nullable(z.string()),
  /** Newest first. */
  deliveries: z.array(delivery),
})
export type AlertWebhook = z.infer<typeof webhook>

/** A new secret goes out with the answer that made it and never again. */
const withSecret = z.object({ webhook, secret: z.nullable(z.string()) })
/** An empty address removes the webhook. */
export const webhookAddress = z.strictObject({
  url: text(2 * WEBHOOK_URL_MAX).check(z.trim(), z.maxLength(WEBHOOK_URL_MAX, MESSAGES.tooLong)),
})
export const alertsCaller = { module: '/api-settings', action: 'manage_alerts' } as const

/** Webhook delivery of the alerts that the Settings card configures. */
export const alerting = {
  getAlertWebhook: get('/api/alerts/webhook', { caller: alertsCaller, input: z.strictObject({}), output: webhook }),
  saveAlertWebhook: post('/api/alerts/webhook', {
    caller: alertsCaller,
    proof: 'recent',
    /** Nothing is saved where the saved address is no longer the one `seen`. */
    input: z.extend(webhookAddress, { seen: z.optional(z.nullable(text(2 * WEBHOOK_URL_MAX))) }),
    output: withSecret,
  }),
  rotateAlertSecret: post('/api/alerts/webhook/secret', {
    caller: alertsCaller,
    proof: 'recent',
    input: z.strictObject({}),
    output: withSecret,
  }),
  sendTestAlert: post('/api/alerts/webhook/test', {
    caller: alertsCaller,
    proof: { none: 'it goes where the saved webhook leads' },
    input: z.strictObject({}),
    output: webhook,
  }),
  replayAlert: post('/api/alerts/webhook/replay', {
    caller: alertsCaller,
    proof: { none: 'it goes where the saved webhook leads' },
    input: z.strictObject({ id: entryId }),
    output: webhook,
  }),
}
