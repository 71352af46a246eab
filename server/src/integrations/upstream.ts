import { promisify } from 'node:util'
import { brotliDecompress, gunzip, inflate } from 'node:zlib'
import type { HttpMethod } from '@portico/contract/catalogue.ts'
import type { Logger } from 'pino'
import { type Attributes, inSpan, traceHeaders } from '#db/trace.ts'
import type { Env } from '#env/env.ts'
import { type Exchange, exchange, type WholeAnswer } from './exchange.ts'
import { createJsonReader } from './read-large.ts'
import { openUpstreamPool, UNREACHED, type UpstreamEvent } from './upstream-pool.ts'

export interface UpstreamCall {
  method: HttpMethod
  /** With its query, below the configured address. */
  path: string
  /** The same path as in the catalogue, without the customer's values: for breakers, metrics and the log. */
  endpoint: string
  /** The login of the call: failures of a single login are no evidence about the upstream. */
  login_id: number
  /** The id the customer received for it, which support searches for in the log. */
  request_id: string
  body?: unknown
  /** Searched for in the text of the answer; must be global. */
  look_for?: RegExp
}

/** `down`: it answered wrongly; `slow`: not in time; `open`: it was not called, because other calls just failed. */
export type UpstreamAnswer = { ok: true; status: number; body: unknown; found: string[] } | Failed

type Failed = { ok: false; reason: 'down' | 'slow' | 'open' } | { ok: false; reason: 'too_large'; max_bytes: number }

/** The upstream that has the data. Calls carry the operator's credentials and never the customer's. */
export interface Upstream {
  call(request: UpstreamCall): Promise<UpstreamAnswer>
  /** Whether a call of this login to this endpoint is refused now without being made; a refusal is counted. */
  turnsAway(endpoint: string, login_id: number): boolean
  openEndpoints(): string[]
  /** Whether it is entirely unreachable, judged by recent calls. */
  isDown(): boolean
  /** Aborts what is in progress and closes every connection. */
  abort(): Promise<void>
}

export function openUpstream(
  env: Pick<Env, 'upstream'>,
  log: Pick<Logger, 'warn'>,
  onCall: (event: UpstreamEvent) => void = () => undefined,
): Upstream | undefined {
  const { auth, timeout_ms, max_bytes } = env.upstream
  const shared = openUpstreamPool(env.upstream, onCall, { maxResponseSize: max_bytes })
  if (!shared) return undefined
  const { pool, breakers, pathOf, reportSkipped, turnsAway } = shared
  const readJson = createJsonReader()
  const headers = {
    accept: 'application/json',
    'content-type': 'application/json',
    ...auth,
  }

  const send = ({ method, path, body }: UpstreamCall, received: ResponseProgress) =>
    exchange(
      pool,
      {
        method,
        path: pathOf(path),
        headers: { ...headers, ...traceHeaders() },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      },
      (status) => {
        received.status = status
      },
    )

  async function read(
    { answer }: Exchange,
    received: ResponseProgress,
    look_for: RegExp | undefined,
  ): Promise<UpstreamAnswer> {
    const whole = await answer
    const { status } = whole
    const text = textOf(await unpacked(whole, max_bytes))
    received.is_whole = true
    // A redirect is not followed: it could lead anywhere.
    if (status >= 500 || (status >= 300 && status < 400)) return failed('down')
    const { body, found } = await readJson(text, look_for)
    return { ok: true, status, body, found }
  }

  async function call(request: UpstreamCall, attributes: Attributes): Promise<UpstreamAnswer> {
    const { endpoint, login_id, request_id } = request
    const breaker = breakers.of(endpoint)
    if (!breaker.enter(login_id)) {
      reportSkipped(endpoint)
      return failed('open')
    }
    const since_ms = performance.now()
    const received: ResponseProgress = { status: undefined, is_whole: false }
    let is_over = false
    let timer: NodeJS.Timeout | undefined
    let answer: UpstreamAnswer
    let outcome: UpstreamEvent['outcome']
    let reason: string | undefined
    try {
      const sent = send(request, received)
      timer = setTimeout(() => {
        is_over = true
        sent.abort(new Error('upstream did not answer in time'))
      }, timeout_ms)
      answer = await read(sent, received, request.look_for)
      outcome = outcomeOf(received, undefined)
    } catch (error) {
      const is_slow = is_over || isTimeout(error)
      outcome = is_slow ? 'time_out' : outcomeOf(received, error)
      answer = outcome === 'too_large' ? { ok: false, reason: outcome, max_bytes } : failed(is_slow ? 'slow' : 'down')
      reason = error instanceof Error ? error.message : 'unknown'
    } finally {
      clearTimeout(timer)
    }
    const { status } = received
    attributes['http.response.status_code'] = status
    attributes['portico.outcome'] = outcome
    const seconds = (performance.now() - since_ms) / 1000
    const is_reached = outcome !== 'time_out' && outcome !== 'unreachable'
    breaker.record(is_reached, login_id)
    onCall({ endpoint, outcome, status, seconds })
    if (outcome !== 'ok')
      log.warn({ request_id, endpoint, outcome, status, reason, login_id, seconds }, 'upstream call failed')
    return answer
  }

  return {
    turnsAway,
    openEndpoints: breakers.open,
    isDown: breakers.areAllOpen,
    call(request) {
      const attributes: Attributes = { 'http.request.method': request.method, 'url.template': request.endpoint }
      const span = { name: `upstream ${request.endpoint}`, kind: 'client' as const, attributes }
      return inSpan(
        span,
        () => call(request, attributes),
        ({ ok }) => !ok,
      )
    },
    abort: () => pool.destroy(),
  }
}

interface ResponseProgress {
  status: number | undefined
  is_whole: boolean
}

/** Only a failed connection counts as unreachable: a wrong answer still came from a reachable server. */
function outcomeOf({ status, is_whole }: ResponseProgress, error: unknown): UpstreamEvent['outcome'] {
  if (status !== undefined && UNREACHED.includes(status)) return 'unreachable'
  if (isTooLarge(error)) return 'too_large'
  if (error !== undefined && !is_whole && !isPackedWrongly(error)) return 'unreachable'
  if (status !== undefined && status >= 300) return 'http_error'
  return error === undefined ? 'ok' : 'not_json'
}

function failed(reason: 'down' | 'slow' | 'open') {
  return { ok: false as const, reason }
}

const unpackers: Record<string, (packed: Buffer, options: { maxOutputLength: number }) => Promise<Buffer>> = {
  gzip: promisify(gunzip),
  deflate: promisify(inflate),
  br: promisify(brotliDecompress),
}

function unpacked({ headers, bytes }: WholeAnswer, max_bytes: number): Buffer | Promise<Buffer> {
  const unpack = unpackers[String(headers['content-encoding'] ?? '')]
  return unpack ? unpack(bytes, { maxOutputLength: max_bytes }) : bytes
}

const BYTE_ORDER_MARK = '\ufeff'

function textOf(bytes: Buffer): string {
  const text = bytes.toString('utf8')
  return text.startsWith(BYTE_ORDER_MARK) ? text.slice(1) : text
}

const codeOf = (error: unknown) => (error instanceof Error && 'code' in error ? String(error.code) : '')

function isTimeout(error: unknown): boolean {
  return /^UND_ERR_(HEADERS|BODY)_TIMEOUT$/.test(codeOf(error))
}

function isTooLarge(error: unknown): boolean {
  return /^(UND_ERR_RES_EXCEEDED_MAX_SIZE|ERR_BUFFER_TOO_LARGE)$/.test(codeOf(error))
}

function isPackedWrongly(error: unknown): boolean {
  return /^(Z_|ERR__ERROR_FORMAT|ERR_PADDING|ERR_.*BROTLI)/.test(codeOf(error))
}
