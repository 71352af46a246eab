import * as z from 'zod/mini'
import { delivery as alertDelivery, WEBHOOK_URL_MAX } from './alerts.ts'
import { BUSINESS_EVENT_TYPES } from './business-events.ts'
import { get, post } from './endpoint.ts'
import { entryId, queryNumber, text } from './form-fields.ts'
import { by, reason, typed } from './operator-fields.ts'

const name = text(40).check(z.regex(/^[a-z0-9-]{1,40}$/, 'must be 1 to 40 small letters, digits and dashes'))
const url = typed(
  text(2 * WEBHOOK_URL_MAX).check(
    z.trim(),
    z.maxLength(WEBHOOK_URL_MAX, `must have at most ${WEBHOOK_URL_MAX} characters`),
  ),
  'where messages go, an https address',
  { value: 'address' },
)
const events = typed(
  z
    .array(z.enum(BUSINESS_EVENT_TYPES, `must be of ${BUSINESS_EVENT_TYPES.join(', ')}`))
    .check(z.minLength(1, 'must name one at least'), z.maxLength(BUSINESS_EVENT_TYPES.length, 'has one twice')),
  `what it gets; known are ${BUSINESS_EVENT_TYPES.join(', ')}`,
  { value: 'types' },
)
const change = { caller: 'operator', staff: 'manage_webhooks' } as const
/** A new secret goes out with the answer that made it and never again. */
const withSecret = z.object({ name: z.string(), secret: z.string() })

const delivery = z.object({
  ...z.omit(alertDelivery, { kind: true, sent_to: true }).shape,
  /** Also the header `webhook-id`. */
  event_id: z.string(),
  type: z.string(),
  customer_id: z.nullable(z.number()),
  /** The beginning of what the endpoint answered last; null until there was an answer. */
  answer: z.nullable(z.string()),
  /** What was sent. */
  body: z.string(),
})
export type OperatorDelivery = z.infer<typeof delivery>

/** Webhooks of the provider's own programs about events of the business, part of `operator`. */
export const webhookOperations = {
  addWebhook: post('/api/operator/webhook', {
    ...change,
    input: z.strictObject({ name, url, events, reason, by }),
    output: withSecret,
  }),
  /** What is not given stays as it is. */
  setWebhook: post('/api/operator/webhook-set', {
    ...change,
    input: z.strictObject({
      name,
      url: z.optional(url),
      events: z.optional(events),
      is_paused: typed(z.optional(z.boolean()), 'yes: it gets no new events; no: it gets them again', {
        option: 'pause',
      }),
      reason,
      by,
    }),
    output: z.object({ name: z.string(), changed: z.boolean() }),
  }),
  /** For a day messages are signed with the old secret as well. */
  rotateWebhookSecret: post('/api/operator/webhook-secret', {
    ...change,
    input: z.strictObject({ name, reason, by }),
    output: withSecret,
  }),
  /** Its deliveries go with it. */
  removeWebhook: post('/api/operator/webhook-remove', {
    ...change,
    input: z.strictObject({ name, reason, by }),
    output: z.object({ name: z.string(), removed: z.boolean() }),
  }),
  testWebhook: post('/api/operator/webhook-test', {
    ...change,
    input: z.strictObject({ name, reason, by }),
    output: z.object({ name: z.string(), event_id: z.string() }),
  }),
  /** Sends the same message under the same id again. */
  replayDelivery: post('/api/operator/webhook-replay', {
    ...change,
    input: z.strictObject({ id: entryId, reason, by }),
    output: z.object({ id: z.number(), event_id: z.string() }),
  }),
  listWebhooks: get('/api/operator/webhooks', {
    caller: 'operator',
    staff: 'see_audit',
    input: z.strictObject({}),
    output: z.object({
      webhooks: z.array(
        z.object({
          name: z.string(),
          /** Without its query, which may hold a secret. */
          url: z.string(),
          events: z.array(z.string()),
          is_paused: z.boolean(),
          secret_since: z.string(),
          old_secret_until: z.nullable(z.string()),
          created_by: z.string(),
          created_at: z.string(),
          waiting: z.number(),
          /** Given up within the last day. */
          failed: z.number(),
          last_arrived_at: z.nullable(z.string()),
        }),
      ),
    }),
  }),
  /** Newest first. */
  listDeliveries: get('/api/operator/webhook-deliveries', {
    caller: 'operator',
    staff: 'see_audit',
    input: z.strictObject({
      name,
      state: typed(z.optional(z.enum(['waiting', 'sent', 'failed'])), 'only those in this state'),
      before: typed(z.optional(queryNumber(1, Number.MAX_SAFE_INTEGER)), 'only those before this one', {
        value: 'id',
      }),
      limit: typed(z._default(queryNumber(1, 200), 50), 'how many'),
    }),
    output: z.object({ deliveries: z.array(delivery) }),
  }),
}
