import type { LookupAddress } from 'node:dns'
import { lookup } from 'node:dns/promises'
import { isIP, type LookupFunction } from 'node:net'
import { Agent } from 'undici'
import { isPrivate } from './private-address.ts'

export interface WebhookCall {
  url: string
  /** JSON, already compressed; without either field the address is only called. */
  gzipped?: Buffer
  /** JSON as it is, for receivers that sign or hash the exact bytes. */
  json?: string
  headers?: Record<string, string>
  /** Returns the beginning of what was answered. */
  reads_answer?: boolean
}

export type WebhookOutcome =
  | { ok: true; http_status: number; answer?: string }
  | {
      ok: false
      why: 'forbidden' | 'slow' | 'down' | 'refused'
      reason: string
      http_status: number | null
      /** Error code of the connection, such as ENOTFOUND. */
      error_code?: string
      answer?: string
    }

export interface WebhookCaller {
  call(input: WebhookCall): Promise<WebhookOutcome>
  close(): Promise<void>
}

const CONNECT_MS = 5000
const ANSWER_MS = 10_000
const READ_BYTES = 16_384
const ANSWER_CHARS = 1000
const FORBIDDEN = 'EFORBIDDEN'

export type Resolve = (hostname: string) => Promise<LookupAddress[]>
export const resolveAll: Resolve = (hostname) => lookup(hostname, { all: true })

/** Calls addresses that customers entered. The resolved address is checked when the connection is made, not before. */
export function openWebhookCaller(allow_private: boolean, resolve = resolveAll, answer_ms = ANSWER_MS): WebhookCaller {
  const agent = new Agent({
    connect: { timeout: CONNECT_MS, lookup: guardedLookup(allow_private, resolve) },
    headersTimeout: answer_ms,
    bodyTimeout: answer_ms,
    connections: 10,
    allowH2: false,
  })
  return {
    async call({ url, gzipped, json, headers, reads_answer }) {
      const body_sent = gzipped ?? json ?? null
      const target = webhookTarget(url, allow_private)
      if (!target) return { ok: false, why: 'forbidden', reason: 'This address is not allowed.', http_status: null }
      try {
        const { statusCode, body } = await agent.request({
          origin: target.origin,
          path: `${target.pathname}${target.search}`,
          method: body_sent === null ? 'GET' : 'POST',
          headers: {
            'user-agent': 'portico-webhook',
            ...(body_sent !== null && { 'content-type': 'application/json' }),
            ...(gzipped && { 'content-encoding': 'gzip' }),
            ...headers,
          },
          body: body_sent,
          signal: AbortSignal.timeout(answer_ms),
        })
        const read = reads_answer ? { answer: await beginningOf(body) } : undefined
        await body.dump({ limit: READ_BYTES }).catch(() => undefined)
        if (statusCode >= 200 && statusCode < 300) return { ok: true, http_status: statusCode, ...read }
        return { ok: false, why: 'refused', reason: `It answered ${statusCode}.`, http_status: statusCode, ...read }
      } catch (error) {
        return failure(error)
      }
    },
    close: () => agent.destroy(),
  }
}

/** An http or https address whose host is a name, or a public address; undefined for anything else. */
export function webhookTarget(url: string, allow_private: boolean): URL | undefined {
  const target = URL.canParse(url) ? new URL(url) : undefined
  if (!target || !/^https?:$/.test(target.protocol) || target.username || target.password) return undefined
  const host = target.hostname.replace(/^\[|\]$/g, '')
  if (allow_private) return target
  if (isIP(host) !== 0 && isPrivate(host)) return undefined
  return /(^|\.)(localhost|local|internal)\.?$/i.test(host) ? undefined : target
}

/** The same over https. Plain http is allowed only where the operator allows private addresses anyway, as in development. */
export function secureTarget(url: string, allow_private: boolean): URL | undefined {
  const target = webhookTarget(url, allow_private)
  return target?.protocol === 'https:' || allow_private ? target : undefined
}

/** Refuses a name that resolves to a private address, at the moment of the connection. */
export function guardedLookup(allow_private: boolean, resolve: Resolve = resolveAll): LookupFunction {
  return (hostname, options, callback) => {
    resolve(hostname).then(
      (addresses) => {
        const [first] = addresses
        if (!first) return callback(new Error('host name has no address'), '', 0)
        if (!allow_private && addresses.some(({ address }) => isPrivate(address)))
          return callback(
            Object.assign(new Error('host name resolves to a private address'), { code: FORBIDDEN }),
            '',
            0,
          )
        return options.all ? callback(null, addresses) : callback(null, first.address, first.family)
      },
      (error) => callback(error, '', 0),
    )
  }
}

/** PostgreSQL stores no zero bytes. An answer that breaks off is as long as it came. */
async function beginningOf(body: AsyncIterable<Buffer>): Promise<string> {
  const parts: Buffer[] = []
  let size = 0
  try {
    for await (const part of body) {
      parts.push(part)
      size += part.length
      if (size >= READ_BYTES) break
    }
  } catch {
    // What came counts.
  }
  return Buffer.concat(parts).toString('utf8').replaceAll('\0', '').slice(0, ANSWER_CHARS)
}

function failure(error: unknown): WebhookOutcome {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  const name = error instanceof Error ? error.name : ''
  if (code === FORBIDDEN)
    return { ok: false, why: 'forbidden', reason: 'This address is not allowed.', http_status: null }
  if (/TIMEOUT/.test(code) || name === 'TimeoutError')
    return { ok: false, why: 'slow', reason: 'It did not answer in time.', http_status: null }
  const reason = `It could not be reached (${code || 'no connection'}).`
  return { ok: false, why: 'down', reason, http_status: null, ...(code && { error_code: code }) }
}
