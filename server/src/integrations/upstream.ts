import { EventEmitter } from 'node:events'
import { promisify } from 'node:util'
import { brotliDecompress, gunzip, inflate } from 'node:zlib'
import type { HttpMethod } from '@portico/contract/catalogue.ts'
import type { Logger } from 'pino'
import type { Dispatcher } from 'undici'
import { type Attributes, inSpan, traceHeaders } from '#db/trace.ts'
import type { Env } from '#env/env.ts'
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

  async function ask({ method, path, body, look_for }: UpstreamCall, signal: EventEmitter, received: ResponseProgress) {
    const reply = await pool.request({
      method,
      path: pathOf(path),
      headers: { ...headers, ...traceHeaders() },
      signal,
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    received.status = reply.statusCode
    const text = await readText(reply, max_bytes)
    received.is_whole = true
    // A redirect is not followed: it could lead anywhere.
    if (reply.statusCode >= 500 || (reply.statusCode >= 300 && reply.statusCode < 400)) return failed('down')
    const { body: parsed, found } = await readJson(text, look_for)
    return { ok: true as const, status: reply.statusCode, body: parsed, found }
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
    // Costs a fraction of an AbortController.
    const giving_up = new EventEmitter()
    let is_over = false
    const timer = setTimeout(() => {
      is_over = true
      giving_up.emit('abort')
    }, timeout_ms)
    let answer: UpstreamAnswer
    let outcome: UpstreamEvent['outcome']
    let reason: string | undefined
    try {
      answer = await ask(request, giving_up, received)
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

async function readText({ headers, body }: Dispatcher.ResponseData, max_bytes: number): Promise<string> {
  const encoding = String(headers['content-encoding'] ?? '')
  const unpack = unpackers[encoding]
  if (!unpack) return body.text()
  const packed = Buffer.from(await body.arrayBuffer())
  return (await unpack(packed, { maxOutputLength: max_bytes })).toString('utf8')
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
