import { pipeline, type Readable } from 'node:stream'
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib'
import type { HttpMethod } from '@portico/contract/catalogue.ts'
import type { Logger } from 'pino'
import type { Dispatcher } from 'undici'
import { inSpan, traceHeaders } from '#db/trace.ts'
import type { Env } from '#env/env.ts'
import { openUpstreamPool, UNREACHED, type UpstreamEvent } from './upstream-pool.ts'

export interface PassRequest {
  /** The endpoint; each has its own breaker. */
  id: string
  /** The login of the call: failures of a single login refuse no other. */
  login_id: number
  /** The id the customer received for it, which support searches for in the log. */
  request_id: string
  method: HttpMethod | 'HEAD'
  /** With its query, below the configured address. */
  path: string
  headers: Record<string, string>
  body?: Buffer | undefined
}

export type PassAnswer =
  | { ok: true; status: number; headers: Record<string, string>; body: Readable }
  | { ok: false; reason: 'down' | 'slow' | 'open' }

/** Passes a request to the upstream unchanged: the response is returned as it is, its body as a stream. */
export interface UpstreamPass {
  call(request: PassRequest): Promise<PassAnswer>
  /** Whether a call of this login to this endpoint is refused now without being made; a refusal is counted. */
  turnsAway(id: string, login_id: number): boolean
  openEndpoints(): string[]
  /** Aborts what is in progress and closes every connection. */
  abort(): Promise<void>
}

/** Money is held for 15 minutes at most: a call that takes longer is ended before that. */
const LONGEST_MS = 600_000

export function openUpstreamPass(
  env: Pick<Env, 'upstream'>,
  log: Pick<Logger, 'warn'>,
  onCall: (event: UpstreamEvent) => void = () => undefined,
): UpstreamPass | undefined {
  const { auth } = env.upstream
  const shared = openUpstreamPool(env.upstream, onCall)
  if (!shared) return undefined
  const { pool, breakers, pathOf, reportSkipped, turnsAway } = shared

  async function ask({ method, path, headers, body }: PassRequest): Promise<Dispatcher.ResponseData> {
    return pool.request({
      method,
      path: pathOf(path),
      headers: { 'accept-encoding': 'identity', ...headers, ...(auth && { authorization: auth }), ...traceHeaders() },
      signal: AbortSignal.timeout(LONGEST_MS),
      ...(body && { body }),
    })
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
        breaker.record(outcome !== 'unreachable' && outcome !== 'time_out', login_id)
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
        const is_slow = isTimeout(error)
        report(is_slow ? 'time_out' : 'unreachable', undefined)
        const reason = error instanceof Error ? error.message : 'unknown'
        log.warn({ request_id, endpoint: id, login_id, reason }, 'upstream call failed')
        return { ok: false, reason: is_slow ? 'slow' : 'down' }
      }
    },
    abort: () => pool.destroy(),
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
