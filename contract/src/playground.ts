import * as z from 'zod/mini'
import { get, post } from './endpoint.ts'
import { entryId, text } from './form-fields.ts'
import { MICROS_MAX } from './money.ts'
import { ROLES } from './role.ts'
import { BASE64_MAX, files } from './sent-files.ts'

const task = z.record(z.string(), z.unknown())
const methodId = text(300).check(z.minLength(1))
/** History of a login: older runs are deleted. */
export const HISTORY_RUNS_MAX = 50
export const SAVED_MAX = 500
/** Characters of a task as JSON. */
export const TASK_MAX = 500_000
const TASK_BYTES = 2 * TASK_MAX

/** The raw exchange: the page parses the body. */
const exchange = z.object({
  http_status: z.int(),
  headers: z.record(z.string(), z.string()),
  body: z.string(),
  /** An answer that is no text, as base64; then `body` names its type and size. */
  bytes: z.optional(z.string()),
  time_ms: z.int(),
})
export type Exchange = z.infer<typeof exchange>

const taskFields = {
  method_id: methodId,
  /** Values of the parameters in its path. */
  params: z.optional(z.record(text(100), text(500))),
  /** A task as JSON; the gateway checks what is in it. */
  task: text(TASK_MAX),
}

export const PLAYGROUND_MODES = ['sandbox', 'live'] as const
export type PlaygroundMode = (typeof PLAYGROUND_MODES)[number]

const run = z.object({
  id: entryId,
  at: z.string(),
  method_id: z.string(),
  mode: z.enum(PLAYGROUND_MODES),
  params: z.record(z.string(), z.string()),
  task,
  status_code: z.int(),
  status_message: z.string(),
  cost_micros: z.int(),
  time_ms: z.int(),
  /** Id of a queued task, with which its result is fetched. */
  task_id: z.nullable(z.string()),
  /** True where the result is stored for comparison. */
  has_result: z.boolean(),
})
export type PlaygroundRun = z.infer<typeof run>

const saved = z.object({
  id: entryId,
  name: z.string(),
  folder: z.string(),
  method_id: z.string(),
  params: z.record(z.string(), z.string()),
  task,
  /** For the whole team. */
  is_shared: z.boolean(),
  is_own: z.boolean(),
  changed_at: z.string(),
})
export type SavedRequest = z.infer<typeof saved>

/** Name and folder of a saved request. */
const savedAs = {
  name: text(255).check(z.trim(), z.minLength(1), z.maxLength(100)),
  folder: text(255).check(z.trim(), z.maxLength(100)),
  is_shared: z.boolean(),
}

/** Why a request would be refused. */
export const BLOCK_REASONS = [
  'role',
  'login_off',
  'not_verified',
  'on_hold',
  'ip',
  'subscription',
  'sandbox_limit',
  'no_funds',
  'daily_limit',
  'member_limit',
  'duplicates',
] as const

const block = z.object({
  reason: z.enum(BLOCK_REASONS),
  /** Code of the data API; null: the request would not get that far. */
  code: z.nullable(z.int()),
  /** Title of the API or function the limit or subscription is for; empty: everything. */
  title: z.string(),
  /** The product of a missing subscription. */
  product: z.nullable(z.string()),
  limit_micros: z.int(),
})
export type PlaygroundBlock = z.infer<typeof block>

/** Requests tried in the browser: they go through the gateway as the active login, and are metered like any other. */
export const playground = {
  runInSandbox: post('/api/playground/sandbox', {
    caller: { module: '/api-playground' },
    input: z.strictObject({ ...taskFields, files }),
    output: exchange,
    body_max: TASK_BYTES + BASE64_MAX,
  }),
  runLive: post('/api/playground/live', {
    caller: { module: '/api-playground', action: 'call_api' },
    proof: 'proved',
    input: z.strictObject({
      ...{ ...taskFields, files },
      /** The price that was shown: a request that would cost more is refused. */
      max_micros: z.int().check(z.gte(0), z.lte(MICROS_MAX)),
      /** Idempotency key of this press of the button: sent twice, it runs once. */
      key: text(100).check(z.minLength(8)),
    }),
    output: exchange,
    body_max: TASK_BYTES + BASE64_MAX,
  }),
  /** Lists what would refuse the request if it were sent now. Nothing is sent, counted or held. */
  checkRun: post('/api/playground/check', {
    caller: { module: '/api-playground' },
    background: true,
    impersonated: 'allowed',
    input: z.strictObject({ method_id: methodId, task: text(TASK_MAX), mode: z.enum(PLAYGROUND_MODES) }),
    output: z.object({ block: z.nullable(block) }),
    body_max: TASK_BYTES,
  }),
  /** The result of a queued task, or its waiting state. */
  fetchTask: post('/api/playground/task', {
    caller: { module: '/api-playground' },
    input: z.strictObject({ method_id: methodId, task_id: text(100), mode: z.enum(PLAYGROUND_MODES) }),
    output: exchange,
  }),
  /** The login that sends requests, and the address they come from. */
  getSetup: get('/api/playground/setup', {
    caller: { module: '/api-playground' },
    input: z.strictObject({}),
    output: z.object({
      login: z.string(),
      role: z.enum(ROLES),
      base_url: z.string(),
      ip: z.string(),
    }),
  }),
  /** One of the provider's free lists (locations, languages), for a form that offers it; it is no run. */
  lookUp: get('/api/playground/look-up', {
    caller: { module: '/api-playground' },
    input: z.strictObject({ method_id: methodId }),
    output: exchange,
  }),
  getHistory: get('/api/playground/history', {
    reads: 'replica',
    caller: { module: '/api-playground' },
    input: z.strictObject({}),
    output: z.object({ runs: z.array(run) }),
  }),
  getResult: get('/api/playground/result', {
    caller: { module: '/api-playground' },
    input: z.strictObject({ id: z.coerce.number().check(z.int(), z.gte(1), z.lte(Number.MAX_SAFE_INTEGER)) }),
    output: z.object({ result: z.string() }),
  }),
  getSaved: get('/api/playground/saved', {
    caller: { module: '/api-playground' },
    input: z.strictObject({}),
    output: z.object({ requests: z.array(saved) }),
  }),
  saveRequest: post('/api/playground/saved', {
    caller: { module: '/api-playground' },
    input: z.strictObject({
      ...taskFields,
      /** Id of the request it replaces. */
      id: z.optional(entryId),
      ...savedAs,
    }),
    output: z.object({ id: entryId }),
    body_max: TASK_BYTES,
  }),
  /** Changes name, folder or sharing; the request itself is unchanged. */
  changeSaved: post('/api/playground/saved/change', {
    caller: { module: '/api-playground' },
    input: z.strictObject({ id: entryId, ...savedAs }),
    output: z.object({}),
  }),
  removeSaved: post('/api/playground/saved/remove', {
    caller: { module: '/api-playground' },
    input: z.strictObject({ id: entryId }),
    output: z.object({}),
  }),
}
