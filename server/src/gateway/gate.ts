import type { CODE } from '@portico/contract/codes.ts'
import type { ApiCaller, Callers } from '#access/index.ts'
import type { AnswerKeeper } from '#answers/index.ts'
import type { Catalogue, Entry } from '#catalogue/index.ts'
import type { Ctx } from '#ctx/ctx.ts'
import type { BatchHealth } from '#db/batch.ts'
import type { Upstream } from '#integrations/upstream.ts'
import type { UpstreamPass } from '#integrations/upstream-pass.ts'
import type { BegunCalls, Meter } from '#ledger/index.ts'
import type { Answered, GatewayMetrics } from './metrics.ts'
import type { OpenBodies } from './wire/open-bodies.ts'
import type { PassedUpload } from './wire/pass-upload.ts'

export type GateCtx = Pick<
  Ctx,
  'db' | 'readAs' | 'moved' | 'env' | 'keys' | 'clock' | 'log' | 'planned' | 'billing' | 'subscriptionEnds'
>

/** One call whose password was wrong, of a login that may not even exist. */
export interface WrongPassword {
  id: string
  login: string
  ip: string
  method: string
  path: string
  is_sandbox: boolean
  /** The key that was revoked or has expired. */
  ended_key?: { id: number; name: string } | undefined
}

export interface WrongPasswords {
  /** Takes equally long for every login and reads nothing: the time of a refusal must not reveal which logins exist. */
  note(wrong: WrongPassword): void
  /** Writes what was noted into the errors of the logins that exist. Returns the number of rows. */
  record(): Promise<number>
}

/** Bounds the rows about calls that cost nothing without losing any of them. */
export interface Repeats {
  /** Writes the first of a kind at once; one that follows within `every_ms` is counted, and `write` may run later for all of them. */
  record<T>(kind: string, every_ms: number, write: (repeats: number) => Promise<T>): Promise<T | undefined>
  /** Job, every second: writes what was counted and is due. Returns the number of rows. */
  flush(): Promise<number>
  close(): Promise<void>
}

export type Authenticate = (
  header: string | undefined,
  ip: string,
  /** Called after a wrong password, whether the login exists or not, and for a key that works no longer. */
  onWrong?: (login: string, ended_key?: WrongPassword['ended_key']) => void,
) => Promise<ApiCaller | undefined>

/** A caller as the rate limits see it. */
export type Limited = Pick<ApiCaller, 'login_id' | 'per_minute' | 'simultaneous'>

export type Entered = { limit: number } & (
  | { ok: true; remaining: number; leave(): void }
  | { ok: false; code: typeof CODE.rateLimit | typeof CODE.tooManyAtOnce; more?: string }
)

export interface Admission {
  instance: string
  /** Admits a call, or returns the limit it met. An admitted call must call `leave`. */
  enter(caller: Limited): Promise<Entered>
  /** Polling is free: it is counted in this process alone, against a limit ten times as high. */
  enterPoll(caller: Limited): Entered
  /** Job, every second. */
  beat(): Promise<void>
  /** Job, every hour: removes what killed processes left behind. */
  sweep(): Promise<void>
  health(): BatchHealth & { beat_ms: number }
  waiting(): number
  close(): Promise<void>
}

export interface RefusedCall {
  id: string
  login_id: number
  /** Where its booking drew on a lease, which is the only thing a late booking still needs. */
  lease_id?: string | undefined
}

export interface RefusedCalls {
  /**
   * Undoes the bookings of calls whose callers were refused because the database did not answer in time. This process does it, or
   * the next one with the same DATA_DIR. False when the debt could not be written to the file and would end with this process.
   */
  owe(calls: RefusedCall[]): Promise<boolean>
  /** Stops retrying; the file keeps what is still owed. */
  close(): Promise<void>
}

/** The dependencies of every call: authentication, catalogue, limits, ledger and data source. */
export interface Gate {
  ctx: GateCtx
  catalogue: Catalogue
  meter: Meter
  begunCalls: BegunCalls
  /** Ids of the calls whose streams are being passed on. */
  streams: Set<string>
  refusedCalls: RefusedCalls
  authenticate: Authenticate
  callers: Callers
  wrongPasswords: WrongPasswords
  repeats: Repeats
  answers: AnswerKeeper
  admission: Admission
  bodies: OpenBodies
  /** Undefined: the built-in sample source answers everything. */
  upstream: Upstream | undefined
  /** Undefined when metrics are not served. */
  metrics: GatewayMetrics | undefined
  /** Called for each answer of the service, but not for refusals. */
  countAnswer: ((answered: Answered) => void) | undefined
  /** The data source of plain documents. Undefined: their own examples answer. */
  pass: UpstreamPass | undefined
  /** The secrets that sign the webhooks of a login; without one they are sent unsigned. */
  signingSecrets(login_id: number): Promise<string[]>
  /** Wake the worker loops after new rows were queued. */
  wakeTasks(): void
  wakeWebhooks(): void
}

/** Query and headers of a request as they were sent; calls of plain documents pass them on. */
export interface SentAsIs {
  search: string
  headers: Record<string, string | undefined>
}

/** A request of a plain document (no envelope): `task` is validated and priced, `query` and `body` are passed on. */
export interface PlainRequest {
  task: Record<string, unknown>
  /** The fields that were sent in the query. */
  query: Record<string, unknown>
  /** `type` is the media type, `header` the whole Content-Type with its parameters. */
  body: PlainBody | undefined
}

/** Read completely, or passed on as it arrives. */
export type PlainBody = { type: string; header: string } & (
  | { bytes: Buffer; upload?: undefined }
  | { upload: PassedUpload; bytes?: undefined }
)

/** One HTTP request of an authenticated caller. */
export interface Call {
  /** Id of the request and of its first task. */
  id: string
  caller: ApiCaller
  entry: Entry
  params: Record<string, string>
  /** The same values as the customer wrote them in the URL. */
  raw_params: Record<string, string>
  method: string
  /** The documented path, without `/sandbox` and `.ai`. */
  path: string
  query: Record<string, unknown>
  is_sandbox: boolean
  ip: string
  at: Date
  since_ms: number
  idempotency_key: string | undefined
  max_cost: string | undefined
  /** The path ended in `.ai`: agents get a short answer. */
  is_short: boolean
  /** A plain document is called: the answer has no envelope. */
  is_plain: boolean
  sent: SentAsIs
  /** Set once the body of a plain document's request is read. */
  plain_request?: PlainRequest
}

/** Clients poll these paths until a task is done; they start no task. */
export function isPoll(entry: Entry): boolean {
  return entry.kind === 'tasks_ready' || entry.kind === 'task_get'
}

/** The function's name without its API, as the ledger and the limits store it. */
export function functionOf({ api, function_id }: Pick<Entry, 'api' | 'function_id'>): string {
  return function_id.startsWith(`${api}/`) ? function_id.slice(api.length + 1) : function_id
}
