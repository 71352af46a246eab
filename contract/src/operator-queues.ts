import * as z from 'zod/mini'
import { get, post } from './endpoint.ts'
import { text } from './form-fields.ts'
import { by, typed } from './operator-fields.ts'

/** Queues whose items can be looked at. */
export const QUEUES = ['tasks', 'webhooks', 'mail', 'alerts', 'exports'] as const
export type QueueName = (typeof QUEUES)[number]
export const ITEMS_MAX = 50
/** `mail` cannot be sent again once it was given up: its text is deleted then. */
const queue = typed(z.enum(QUEUES, `must be one of ${QUEUES.join(', ')}`), 'which queue')
const ids = typed(
  z.array(text(60)).check(z.minLength(1, 'must name at least one'), z.maxLength(ITEMS_MAX)),
  'ids of its items, as queue list shows them',
  { value: 'ids' },
)
const changed = z.object({
  /** Items that were changed; others have ended meanwhile or are being worked on. */
  done: z.int(),
})

const item = z.object({
  id: z.string(),
  /** The function, the kind of webhook or alert, the template of a mail, or the scope of an export. */
  what: z.string(),
  /** The host or address it goes to, or whose it is; null where the role sees no customers. */
  to: z.nullable(z.string()),
  customer_id: z.nullable(z.int()),
  since: z.string(),
  /** When it is tried next; null once it was given up. */
  due_at: z.nullable(z.string()),
  failed_at: z.nullable(z.string()),
  tries: z.int(),
  error: z.nullable(z.string()),
  can_retry: z.boolean(),
  can_drop: z.boolean(),
})
export type QueueItem = z.infer<typeof item>

/** Work queues, part of `operator`. */
export const queueOperations = {
  queues: get('/api/operator/queues', {
    caller: 'operator',
    staff: 'see_service',
    input: z.strictObject({}),
    output: z.object({
      /** Bookings (`meter`) and admissions are of the answering instance, all others of the installation. */
      queues: z.array(
        z.object({
          queue: z.string(),
          /** Items that are due and not done. */
          waiting: z.number(),
          /** How long the oldest of them has been due. */
          oldest_s: z.number(),
          /** Items given up within the last day; null where none is ever given up. */
          failed: z.nullable(z.number()),
        }),
      ),
      /** Calls in progress, and the money they hold. */
      holds: z.object({ count: z.number(), oldest_s: z.number(), held_micros: z.int() }),
      /** Jobs of the answering instance, since its start. */
      jobs: z.array(z.object({ job: z.string(), last_success: z.string(), failures: z.number() })),
    }),
  }),
  queueItems: get('/api/operator/queue-items', {
    caller: 'operator',
    staff: 'see_service',
    background: true,
    input: z.strictObject({
      queue,
      show: typed(z._default(z.enum(['waiting', 'failed']), 'waiting'), 'waiting, or failed: those given up', {
        value: 'which',
      }),
      /** `next` of the page before. */
      after: z.optional(text(120)),
    }),
    output: z.object({ items: z.array(item), next: z.nullable(z.string()) }),
  }),
  /** Tries items at once, and those that were given up once more. */
  retryQueued: post('/api/operator/queue-retry', {
    caller: 'operator',
    staff: 'manage_queues',
    input: z.strictObject({ queue, ids, by }),
    output: changed,
  }),
  /** Gives items up. A task that is dropped has failed, and its price goes back. */
  dropQueued: post('/api/operator/queue-drop', {
    caller: 'operator',
    staff: 'manage_queues',
    input: z.strictObject({ queue, ids, by }),
    output: changed,
  }),
}
