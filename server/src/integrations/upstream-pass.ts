import { pipeline, type Readable } from 'node:stream'
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib'
import type { HttpMethod } from '@portico/contract/catalogue.ts'
import type { Logger } from 'pino'
import type { Dispatcher } from 'undici'
import { inSpan, traceHeaders } from '#db/trace.ts'
import type { Env } from '#env/env.ts'
import {
  type Hop,
  isRedirect,
  MOST_REDIRECTS,
  nextHop,
  openGuardedAgent,
  type RedirectRule,
  redirectTarget,
} from './redirects.ts'
import { CONNECT_MS, openUpstreamPool, UNREACHED, type UpstreamEvent } from './upstream-pool.ts'

export interface PassRequest {
  /** The endpoint; each has its own breaker. */
  id: string
  /** The login of the call: failures of a single login refuse no other. */
  login_id: number
  /** The id the customer received for it, which support searches for in the log. */
  request_id: string
  method: HttpMethod
  /** With its query, below the configured address. */
  path: string
  headers: Record<string, string>
  /** A stream is sent as it arrives; its length is known where the customer declared it. */
  body?: Buffer | UploadStream | undefined
  /** Undefined: redirects are returned. */
  follow?: RedirectRule | undefined
}

export interface UploadStream {
  stream: Readable
  length: number | undefined
  /** True once the customer's body has failed, so that the source is not to blame. */
  hasFailed(): boolean
}

export type PassAnswer =
  | { ok: true; status: number; headers: Record<string, string>; body: Readable }
  | { ok: false; reason: 'down' | 'slow' | 'open' | 'upload' }

/** Passes a request to the upstream unchanged: the response is returned as it is, its body as a stream. */
export interface UpstreamPass {
  call(request: PassRequest): Promise<PassAnswer>
  /** Whether a call of this login to this endpoint is refused now without being made; a refusal is counted. */
  turnsAway(id: string, login_id: number): boolean
  openEndpoints(): string[]
  isAborted(): boolean
  /** Aborts what is in progress and closes every connection. */
  abort(): Promise<void>
}

/** Money is held for 15 minutes at most: a call that takes longer is ended before that. */
export const LONGEST_CALL_MS = 840_000

export function openUpstreamPass(
  env: Pick<Env, 'upstream'>,
  log: Pick<Logger, 'warn'>,
  onCall: (event: UpstreamEvent) => void = () => undefined,
  elsewhere?: Dispatcher,
): UpstreamPass | undefined {
  const { auth } = env.upstream
  const shared = openUpstreamPool(env.upstream, onCall)
  if (!shared || !env.upstream.url) return undefined
  const { pool, breakers, pathOf, reportSkipped, turnsAway } = shared

  const { url: source, timeout_ms } = env.upstream
  const others = elsewhere ?? openGuardedAgent(timeout_ms, CONNECT_MS)
  let is_aborted = false

  async function ask(request: PassRequest): Promise<Dispatcher.ResponseData> {
    const { method, path, headers, body, follow } = request
    const signal = AbortSignal.timeout(LONGEST_CALL_MS)
    const upload = body && !Buffer.isBuffer(body) ? body : undefined
    const first: Hop = {
      method,
      headers: { 'accept-encoding': 'identity', ...headers, ...traceHeaders() },
      body: Buffer.isBuffer(body) ? body : undefined,
    }
    const reply = await pool.request({
      method,
      path: pathOf(path),
      headers: {
        ...first.headers,
        ...(upload?.length !== undefined && { 'content-length': String(upload.length) }),
        ...auth,
      },
      signal,
      body: upload?.stream ?? first.body ?? null,
    })
    return follow ? followAll(request, first, reply, follow, signal) : reply
  }

  /** Follows redirects; one that must not be followed is returned as it is. */
  async function followAll(
    { path, request_id, id, body }: PassRequest,
    first: Hop,
    first_reply: Dispatcher.ResponseData,
    rule: RedirectRule,
    signal: AbortSignal,
  ): Promise<Dispatcher.ResponseData> {
    let [hop, reply, from] = [first, first_reply, new URL(pathOf(path), source)]
    for (let hops = 0; isRedirect(reply.statusCode); hops += 1) {
      const target = redirectTarget(plainHeaders(reply).location, from, source, rule)
      const is_other = 'kind' in target && target.kind === 'other'
      const next = nextHop(reply.statusCode, hop, body !== undefined && !Buffer.isBuffer(body), is_other)
      const refused =
        hops >= MOST_REDIRECTS ? 'too many' : 'refused' in target ? target.refused : next ? '' : 'streamed body'
      if ('refused' in target || !next || refused) {
        log.warn({ request_id, endpoint: id, reason: refused }, 'redirect of the source not followed')
        return reply
      }
      reply.body.on('error', () => undefined).destroy()
      hop = next
      if (target.kind === 'other') {
        from = target.url
        reply = await others.request({
          ...hop,
          origin: from.origin,
          path: `${from.pathname}${from.search}`,
          signal,
          body: hop.body ?? null,
        })
      } else {
        from = new URL(target.path, source)
        const headers = { ...hop.headers, ...(target.is_below ? auth : {}) }
        reply = await pool.request({ ...hop, path: target.path, headers, signal, body: hop.body ?? null })
      }
    }
    return reply
  }

  return {
    turnsAway,
    openEndpoints: breakers.open,
    async call(request) {
      const { id, login_id, request_id } = request
      const breaker = breakers.of(id)
      if (!breaker.enter(login_id)) {
        reportSkipped(id)
        return { ok: false, reason: 'open' }
      }
      const since_ms = performance.now()
      const report = (outcome: UpstreamEvent['outcome'], status: number | undefined) => {
        // A body that the customer did not send is no failure of the source.
        if (outcome !== 'upload_failed') breaker.record(outcome !== 'unreachable' && outcome !== 'time_out', login_id)
        onCall({ endpoint: id, outcome, status, seconds: (performance.now() - since_ms) / 1000 })
      }
      try {
        const span = {
          name: `upstream ${id}`,
          kind: 'client' as const,
          attributes: { 'url.template': id },
        }
        const reply = await inSpan(
          span,
          () => ask(request),
          ({ statusCode }) => statusCode >= 500,
        )
        const { statusCode: status } = reply
        report(UNREACHED.includes(status) ? 'unreachable' : status >= 500 ? 'http_error' : 'ok', status)
        return { ok: true, status, headers: plainHeaders(reply), body: unpacked(reply) }
      } catch (error) {
        if (request.body && !Buffer.isBuffer(request.body) && request.body.hasFailed()) {
          report('upload_failed', undefined)
          return { ok: false, reason: 'upload' }
        }
        const is_slow = isTimeout(error)
        report(is_slow ? 'time_out' : 'unreachable', undefined)
        const reason = error instanceof Error ? error.message : 'unknown'
        log.warn({ request_id, endpoint: id, login_id, reason }, 'upstream call failed')
        return { ok: false, reason: is_slow ? 'slow' : 'down' }
      }
    },
    isAborted: () => is_aborted,
    async abort() {
      is_aborted = true
      await Promise.all([pool.destroy(), others.destroy()])
    },
  }
}

function plainHeaders({ headers }: Dispatcher.ResponseData): Record<string, string> {
  const entries = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), [value ?? []].flat().join(', ')])
  return Object.fromEntries(entries)
}

const unpackers: Record<string, () => ReturnType<typeof createGunzip>> = {
  gzip: createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
}

/** A compressed body that was not requested is decompressed: its size is counted, and our own client may not know the encoding. */
function unpacked({ headers, body }: Dispatcher.ResponseData): Readable {
  const unpack = unpackers[String(headers['content-encoding'] ?? '').toLowerCase()]
  // A failure of either side ends the other, and the reader sees it.
  return unpack ? pipeline(body, unpack(), () => undefined) : body
}

function isTimeout(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  return (
    error.name === 'TimeoutError' || ('code' in error && /^UND_ERR_(HEADERS|BODY)_TIMEOUT$/.test(String(error.code)))
  )
}
