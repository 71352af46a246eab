import * as z from 'zod/mini'
import { storedAnswer } from './answers.ts'
import { get } from './endpoint.ts'
import { errors } from './errors.ts'
import { text, UUID } from './form-fields.ts'
import { USER_STATUSES } from './operator-users.ts'
import { STATUS_CLASSES, usage } from './usage.ts'

/** What the id on the page is of. */
export const REQUEST_FOUND_BY = ['call', 'task', 'request', 'webhook'] as const

/** Why nothing of a call can be refunded. */
export const NO_REFUND = ['refunded', 'running', 'free'] as const

const moment = z.nullable(z.string())

const booking = z.object({
  id: z.string(),
  at: z.string(),
  kind: z.string(),
  memo: z.string(),
  actor: z.string(),
  entries: z.array(z.object({ account: z.string(), amount_micros: z.int() })),
})

/** A delivery that is stored with its task; each failed try is an error of its own beside it. */
const webhook = z.object({
  kind: z.enum(['pingback', 'postback']),
  host: z.string(),
  tries: z.int(),
  due_at: z.string(),
  sent_at: moment,
  failed_at: moment,
  last_error: z.nullable(z.string()),
  waits_for_host: z.boolean(),
})

const task = z.object({
  state: z.enum(['waiting', 'done', 'failed']),
  tries: z.int(),
  /** The id that the data source gave it. */
  upstream_id: z.nullable(z.string()),
  posted_at: z.string(),
  started_at: moment,
  due_at: z.string(),
  finished_at: moment,
  fetched_at: moment,
})

const related = z.object({
  id: z.string(),
  at: z.string(),
  method: z.string(),
  path: z.string(),
  task_id: z.nullable(z.string()),
  status_code: z.int(),
  status_class: z.enum(STATUS_CLASSES),
  cost_micros: z.int(),
})

const shownRequest = z.object({
  found_by: z.enum(REQUEST_FOUND_BY),
  id: z.string(),
  customer: z.object({
    id: z.int(),
    email: z.string(),
    name: z.string(),
    status: z.enum(USER_STATUSES),
    is_staff: z.boolean(),
  }),
  login: z.object({
    login: z.string(),
    kind: z.string(),
    status: z.string(),
    /** In force now, not at the time of the call. */
    per_minute: z.int(),
    simultaneous: z.int(),
  }),
  /** The API key or agent login it was made with; null: the password of the login. */
  secret: z.nullable(z.object({ kind: z.enum(['agent', 'key']), name: z.string() })),
  via: z.nullable(z.enum(['playground', 'agent'])),
  /** The member of the team whose password it was. */
  member: z.nullable(z.string()),
  /** As the customer's own pages show it; null where the call is not in Usage or not in Errors. */
  call: z.nullable(usage.getUsageTask.output),
  error: z.nullable(errors.getError.output),
  /** The limit that refused it, as it was. */
  limit_micros: z.nullable(z.int()),
  answer: z.nullable(storedAnswer),
  task: z.nullable(task),
  bookings: z.array(booking),
  webhooks: z.array(webhook),
  webhook_errors: z.array(
    z.object({
      id: z.string(),
      at: z.string(),
      code: z.int(),
      message: z.string(),
      http_status: z.nullable(z.int()),
    }),
  ),
  /** Other calls of the same request or about the same task. */
  related: z.array(related),
  refund: z.object({
    /** The id to send. */
    call: z.string(),
    left_micros: z.int(),
    balance_micros: z.int(),
    none: z.nullable(z.enum(NO_REFUND)),
    done: z.nullable(z.object({ amount_micros: z.int(), at: z.string(), actor: z.string(), reason: z.string() })),
  }),
})
export type ShownRequest = z.infer<typeof shownRequest>

/** Where acting as a customer may lead instead of the start page: the details of one call. */
export const detailsOfCall = text(120).check(
  z.regex(/^\/(api-detail\/unified-overview\?call=|api-errors\?error=)[\da-f-]{36}$/, 'must be the details of a call'),
)

/** Single calls in the console, part of `operator`. */
export const requestOperations = {
  /** The way of one call, by the id of the call, its task, its request or a failed webhook; `request` is null where none has it. */
  findRequest: get('/api/operator/request', {
    reads: 'replica',
    caller: 'operator',
    staff: 'see_customers',
    input: z.strictObject({
      id: text(60).check(
        z.overwrite((id) => id.trim().toLowerCase()),
        z.regex(UUID, 'must be the id of a request, a task or a call'),
      ),
    }),
    output: z.object({
      request: z.nullable(shownRequest),
      /** Days for which each is stored; calls and bookings are never deleted. */
      stored: z.object({
        errors_days: z.int(),
        params_days: z.int(),
        answers_days: z.int(),
        tasks_days: z.int(),
      }),
    }),
  }),
}
