import { promisify } from 'node:util'
import { brotliDecompress, gunzip, inflate } from 'node:zlib'
import type { HttpMethod } from '@portico/contract/catalogue.ts'
import type { Logger } from 'pino'
import { type Dispatcher, Pool } from 'undici'
import type { Env } from '../env.ts'
import { scanJson } from './scan-json.ts'
import { createBreaker } from './upstream-breaker.ts'

export interface UpstreamCall {
  method: HttpMethod
  /** With its query, below the configured address. */
  path: string
  body?: unknown
  /** Looked for in the text of the answer; must be global. */
  look_for?: RegExp
}

/** `down`: it did not answer as it should; `slow`: not in time; `open`: it was not asked, because others just failed. */
export type UpstreamAnswer =
  | { ok: true; status: number; body: unknown; found: string[] }
  | { ok: false; reason: 'down' | 'slow' | 'open' }

/** Whoever holds the data. Calls carry the operator's credentials and never the customer's. */
export interface Upstream {
  call(asked: UpstreamCall): Promise<UpstreamAnswer>
  /** Whether a call would be turned away without being made. */
  isOpen(): boolean
  /** Gives up what is under way and closes every connection. */
  abort(): Promise<void>
}

const CONNECT_MS = 2000
const CONNECTIONS = 256
const LARGEST_BYTES = 64 * 1024 * 1024
/** Deeper answers could be read but not written again. */
const ANY = Number.POSITIVE_INFINITY
const SHAPE = { depth: 500, values: ANY, fields: ANY, loose: ANY }

export function openUpstream(env: Pick<Env, 'upstream'>, log: Pick<Logger, 'warn'>): Upstream | undefined {
  const { url, auth, timeout_ms } = env.upstream
  if (!url) return undefined
  const base = url.pathname.replace(/\/+$/, '')
  const pool = new Pool(url.origin, {
    connections: CONNECTIONS,
    connect: { timeout: CONNECT_MS },
    headersTimeout: timeout_ms,
    bodyTimeout: timeout_ms,
    maxResponseSize: LARGEST_BYTES,
    allowH2: false,
  })
  const breaker = createBreaker()
  const headers = {
    accept: 'application/json',
    'content-type': 'application/json',
    ...(auth && { authorization: auth }),
  }

  async function ask({ method, path, body, look_for }: UpstreamCall, signal: AbortSignal): Promise<UpstreamAnswer> {
    const reply = await pool.request({
      method,
      path: `${base}${path}`,
      headers,
      signal,
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    const text = await readText(reply)
    // A redirect is not followed: it could lead anywhere.
    if (reply.statusCode >= 500 || (reply.statusCode >= 300 && reply.statusCode < 400)) return failed('down')
    if (scanJson(text, SHAPE) === 'too_deep') throw new Error(`the answer is nested deeper than ${SHAPE.depth} levels`)
    const found = look_for ? (text.match(look_for) ?? []) : []
    return { ok: true, status: reply.statusCode, body: JSON.parse(text), found }
  }

  return {
    isOpen: breaker.isOpen,
    async call(asked) {
      if (!breaker.enter()) return failed('open')
      const giving_up = new AbortController()
      const timer = setTimeout(() => giving_up.abort(), timeout_ms)
      let answer: UpstreamAnswer
      try {
        answer = await ask(asked, giving_up.signal)
      } catch (error) {
        answer = failed(giving_up.signal.aborted || isTimeout(error) ? 'slow' : 'down')
        log.warn({ reason: error instanceof Error ? error.message : 'unknown', path: asked.path }, 'upstream failed')
      } finally {
        clearTimeout(timer)
      }
      breaker.record(answer.ok)
      return answer
    },
    abort: () => pool.destroy(),
  }
}

function failed(reason: 'down' | 'slow' | 'open'): UpstreamAnswer {
  return { ok: false, reason }
}

const unpackers: Record<string, (packed: Buffer, options: { maxOutputLength: number }) => Promise<Buffer>> = {
  gzip: promisify(gunzip),
  deflate: promisify(inflate),
  br: promisify(brotliDecompress),
}

async function readText({ headers, body }: Dispatcher.ResponseData): Promise<string> {
  const encoding = String(headers['content-encoding'] ?? '')
  const unpack = unpackers[encoding]
  if (!unpack) return body.text()
  const packed = Buffer.from(await body.arrayBuffer())
  return (await unpack(packed, { maxOutputLength: LARGEST_BYTES })).toString('utf8')
}

function isTimeout(error: unknown): boolean {
  return error instanceof Error && 'code' in error && /^UND_ERR_(HEADERS|BODY)_TIMEOUT$/.test(String(error.code))
}
