import type { ApiCaller, Callers } from '#access/index.ts'
import type { Catalogue, Entry } from '#catalogue/index.ts'
import type { Ctx } from '#ctx/ctx.ts'
import type { Upstream } from '#integrations/upstream.ts'
import type { UpstreamPass } from '#integrations/upstream-pass.ts'
import type { Meter } from '#ledger/index.ts'
import type { Admission } from './admit/admission.ts'
import type { Authenticate } from './admit/authenticate.ts'
import type { GatewayMetrics } from './metrics.ts'
import type { RefusedCalls } from './record/refused-calls.ts'
import type { OpenBodies } from './wire/open-bodies.ts'

export type GateCtx = Pick<Ctx, 'db' | 'env' | 'keys' | 'clock' | 'log' | 'planned' | 'billing'>

/** One call whose password was wrong, of a login that may not even exist. */
export interface WrongPassword {
  id: string
  login: string
  ip: string
  method: string
  path: string
  is_sandbox: boolean
}

export interface WrongPasswords {
  /** Does the same whatever the login is, and asks nobody: how long a refusal takes must not tell which logins there are. */
  note(wrong: WrongPassword): void
  /** Writes what was noted into the errors of the logins that exist; says how many rows that were. */
  keep(): Promise<number>
}

/** What every call needs: who is asking, what is sold, who counts, who answers. */
export interface Gate {
  ctx: GateCtx
  catalogue: Catalogue
  meter: Meter
  /** Calls that may be booked although their callers are refused. */
  refusedCalls: RefusedCalls
  authenticate: Authenticate
  callers: Callers
  wrongPasswords: WrongPasswords
  admission: Admission
  bodies: OpenBodies
  /** Undefined: the built-in sample source answers everything. */
  upstream: Upstream | undefined
  /** Undefined where nobody reads them. */
  metrics: GatewayMetrics | undefined
  /** The same for what passes as it is. */
  pass: UpstreamPass | undefined
  /** What webhooks of a login are signed with; none: they are sent without a signature. */
  signingSecrets(login_id: number): Promise<string[]>
  /** There is something new in the queue, or among the webhooks. */
  wakeTasks(): void
  wakeWebhooks(): void
}

/** What a request says in its own words, for what passes as it is. */
export interface SentAsIs {
  search: string
  headers: Record<string, string | undefined>
}

/** A request of a foreign API: what is checked and priced, and what goes on. */
export interface PlainRequest {
  task: Record<string, unknown>
  /** The part of it that stands in the query. */
  query: Record<string, unknown>
  /** Its media type, and the header with all its parameters. */
  body: { type: string; header: string; bytes: Buffer } | undefined
}

/** One HTTP request that was let in. */
export interface Call {
  /** Of the request, and of its first task. */
  id: string
  caller: ApiCaller
  entry: Entry
  params: Record<string, string>
  method: string
  /** As documented, below `/v3`, without what only says how to answer. */
  path: string
  query: Record<string, unknown>
  is_sandbox: boolean
  ip: string
  at: Date
  since_ms: number
  idempotency_key: string | undefined
  max_cost: string | undefined
  /** An agent asked, by `.ai`, for a short answer. */
  is_short: boolean
  /** Answered as its document says, without an envelope. */
  is_plain: boolean
  sent: SentAsIs
  /** Of what passes as it is: there once it is read. */
  plain_request?: PlainRequest
}

/** What is read by polling until a task is done; it starts no work. */
export function isPoll(entry: Entry): boolean {
  return entry.kind === 'tasks_ready' || entry.kind === 'task_get'
}

/** The function's name as the ledger and the limits know it, beside its API. */
export function functionOf({ api, function_id }: Pick<Entry, 'api' | 'function_id'>): string {
  return function_id.startsWith(`${api}/`) ? function_id.slice(api.length + 1) : function_id
}
