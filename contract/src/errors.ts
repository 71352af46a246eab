import * as z from 'zod/mini'
import { answers } from './answers.ts'
import { get, post } from './endpoint.ts'
import { queryNumber, text } from './form-fields.ts'
import { moved_before } from './moved-days.ts'
import { plainForm } from './plain-form.ts'
import { role } from './role-field.ts'
import { MESSAGES } from './rules.ts'
import { secretChoice } from './secret-bounds.ts'
import { REFUSAL_REASONS } from './spend-scopes.ts'
import { STATUS_CLASSES } from './usage.ts'
import { isRange, type Range, rangeMs } from './usage-range.ts'
import { VIA_FILTER } from './via.ts'

export const ERROR_CLASSES = ['auth', 'billing', 'not_found', 'validation', 'task_state', 'server'] as const
export const ERROR_KINDS = ['request', 'webhook'] as const
export type ErrorKind = (typeof ERROR_KINDS)[number]
/** How many webhooks can be sent again at once. */
export const RESEND_MAX = 100
/** The most rows of one page. */
export const ERRORS_MAX = 100
/** Up to this length a range is drawn hour by hour, and above it day by day. */
const HOURS_MAX_MS = 15 * 24 * 3_600_000

export function histogramGrain(range: Range): 'hour' | 'day' {
  const { from_ms, to_ms } = rangeMs(range)
  return to_ms - from_ms <= HOURS_MAX_MS ? 'hour' : 'day'
}

const moment = text(16, MESSAGES.pattern).check(z.regex(/^\d{4}-\d\d-\d\d(T\d\d:\d\d)?$/, MESSAGES.pattern))
const short = text(300).check(z.minLength(1))
/** `h2h`: only the traffic of machine logins. */
const scope = z._default(z.enum(['api', 'h2h']), 'api')
const kind = z._default(z.enum(ERROR_KINDS), 'request')

const filter = {
  scope,
  kind,
  from: moment,
  to: moment,
  code: z.optional(queryNumber(10_000, 99_999)),
  class: z.optional(z.enum(ERROR_CLASSES)),
  /** `serp/google/organic`, as in limits, usage and prices. */
  function: z.optional(short),
  /** The active login when it is left out; in the scope of machines all of them. */
  login: z.optional(short),
  task: z.optional(short),
  via: z.optional(text(20, MESSAGES.pattern).check(z.regex(VIA_FILTER, MESSAGES.pattern))),
  /** Calls that would have cost, or those of the free sandbox. */
  environment: z._default(z.enum(['production', 'sandbox']), 'production'),
}
const rangeIsRight = z.refine<Range>(isRange, { error: MESSAGES.range, path: ['to'] })
const errorFilter = z.strictObject(filter).check(rangeIsRight)
export type ErrorFilter = z.infer<typeof errorFilter>
/** A filter as it is sent, defaults left out. */
export type ErrorFilterInput = z.input<typeof errorFilter>

const page = z._default(queryNumber(1, 100_000), 1)
const page_size = z._default(queryNumber(1, ERRORS_MAX), 25)
const order = z._default(z.enum(['newest', 'oldest']), 'newest')

const group = z.object({
  code: z.number(),
  class: z.enum(STATUS_CLASSES),
  function: z.string(),
  title: z.string(),
  count: z.number(),
  first_at: z.string(),
  last_at: z.string(),
  /** Message, path and method of the newest of them; the method is null in rows of version 0.2. */
  message: z.string(),
  path: z.string(),
  http_method: z.nullable(z.string()),
})
export type ErrorGroup = z.infer<typeof group>

const row = z.object({
  /** Id of the call, which contains its time. */
  id: z.string(),
  at: z.string(),
  code: z.number(),
  class: z.enum(STATUS_CLASSES),
  message: z.string(),
  function: z.string(),
  title: z.string(),
  /** For a webhook: the path by which its task was posted. */
  path: z.string(),
  task_id: z.nullable(z.string()),
  http_status: z.nullable(z.number()),
  /** As sent; null in rows of version 0.2. */
  http_method: z.nullable(z.string()),
  /** Number of calls that the row represents: of those that come too fast only some are stored with their details. */
  count: z.number(),
  login: z.string(),
})
export type ErrorRow = z.infer<typeof row>

const detail = z.extend(row, {
  kind: z.enum(ERROR_KINDS),
  request_id: z.nullable(z.string()),
  ip: z.nullable(z.string()),
  is_sandbox: z.boolean(),
  is_retryable: z.boolean(),
  time_ms: z.nullable(z.number()),
  http_method: z.string(),
  /** The whole URL that was called. */
  url: z.string(),
  /** The request without secrets; null when it is no longer stored. */
  request: z.nullable(z.unknown()),
  /**
   * Number of bytes after which the stored request was cut; 0 when only names and sizes of fields are stored; null when
   * it is complete.
   */
  request_cut_at: z.nullable(z.number()),
  /** The section of the playground this function can be tried in. */
  playground: z.nullable(z.string()),
  /** The agent or the API key that called; null for a password. */
  credential: z.nullable(secretChoice),
  /** How its document writes requests; null: the function uses the envelope, or is no longer sold. */
  plain: z.nullable(plainForm),
  /** The rule that refused it for its cost, and what that rule is for; the title is empty for everything and a member. */
  refusal: z.nullable(z.object({ reason: z.enum(REFUSAL_REASONS), scope: z.string(), title: z.string() })),
})
export type ErrorDetail = z.infer<typeof detail>

const caller = { module: '/api-errors' } as const

export const errors = {
  /** What the filters offer in this range, and how many of each there are. */
  getErrorChoices: get('/api/errors/choices', {
    reads: 'replica',
    caller,
    input: z
      .strictObject({ scope, kind, login: filter.login, environment: filter.environment, from: moment, to: moment })
      .check(rangeIsRight),
    output: z.object({
      codes: z.array(z.object({ code: z.number(), count: z.number() })),
      functions: z.array(z.object({ function: z.string(), title: z.string(), count: z.number() })),
      logins: z.array(z.object({ login: z.string(), is_active: z.boolean() })),
      /** Agent logins and API keys that ever made calls or could. */
      agents: z.array(secretChoice),
      production: z.number(),
      sandbox: z.number(),
      role,
    }),
  }),
  /** By code and function; `total` is the sum of all groups, those of other pages included. */
  getErrorGroups: get('/api/errors/groups', {
    together: true,
    reads: 'replica',
    caller,
    input: z
      .strictObject({
        ...filter,
        sort: z._default(z.enum(['count', 'first', 'last']), 'count'),
        order,
        page,
        page_size,
      })
      .check(rangeIsRight),
    output: z.object({ groups: z.array(group), group_count: z.number(), total: z.number() }),
  }),
  getErrorHistogram: get('/api/errors/histogram', {
    reads: 'replica',
    caller,
    input: errorFilter,
    output: z.object({
      grain: z.enum(['hour', 'day']),
      xs: z.array(z.number()),
      layers: z.array(z.object({ class: z.enum(STATUS_CLASSES), values: z.array(z.number()) })),
    }),
  }),
  getErrorRows: get('/api/errors/rows', {
    reads: 'replica',
    caller,
    input: z.strictObject({ ...filter, order, page, page_size }).check(rangeIsRight),
    /** `total` rows represent `calls` calls. */
    output: z.object({
      rows: z.array(row),
      total: z.number(),
      calls: z.number(),
      moved_before,
    }),
  }),
  getError: get('/api/errors/one', {
    reads: 'replica',
    caller,
    input: z.strictObject({ scope, id: z.uuid() }),
    output: detail,
  }),
  /** Null where nothing is stored of it. */
  getErrorAnswer: get('/api/errors/answer', {
    reads: 'replica',
    caller,
    input: z.strictObject({ scope, id: z.uuid() }),
    output: answers,
  }),
  /**
   * Free of charge. Counts tasks: those `sent` are on their way, those `waiting` already were, of the others nothing is
   * stored.
   */
  resendWebhooks: post('/api/errors/resend', {
    caller: { ...caller, action: 'resend_webhooks' },
    input: z.strictObject({ scope, ids: z.array(z.uuid()).check(z.minLength(1), z.maxLength(RESEND_MAX)) }),
    output: z.object({ sent: z.number(), waiting: z.number(), refused: z.number() }),
  }),
}

/** A file, not an answer: everything that matches, row by row. It has a route of its own beside the endpoints. */
export const errorsExport = {
  path: '/api/errors/export',
  reads: 'replica',
  caller,
  input: z.strictObject({ ...filter, order }).check(rangeIsRight),
} as const
