import type { Exchange, PlaygroundMode } from '@portico/contract/playground.ts'
import { requestAddress, requestBody } from '@portico/contract/request-address.ts'
import type { InsideCaller } from '#access/index.ts'
import type { Entry } from '#catalogue/index.ts'
import type { CallInside } from './check-connection.ts'

export interface InternalGateway {
  call: CallInside
  inside: string
}

export interface Sent {
  entry: Pick<Entry, 'http_method' | 'path' | 'plain'>
  mode: PlaygroundMode
  params: Record<string, string>
  task: Record<string, unknown>
  headers?: Record<string, string>
}

/** Response headers that describe the answer; the others describe the connection. */
const SHOWN = /^(x-|retry-after$|content-type$|idempotency-replayed$)/

/**
 * Sends a request through the gateway for a caller who is already authenticated, from their address: limits, IP rules and prices
 * are those of any other request. It needs no API password, so none can leave the server.
 */
export async function sendInside(
  { call, inside }: InternalGateway,
  { as, ip }: { as: InsideCaller; ip: string },
  { entry, mode, params, task, headers = {} }: Sent,
): Promise<Exchange> {
  const payload = requestBody(entry, task)
  const since_ms = performance.now()
  const reply = await call({
    method: entry.http_method,
    url: `${mode === 'sandbox' ? '/sandbox' : ''}${requestAddress(entry, params, task)}`,
    remoteAddress: ip,
    headers: {
      ...headers,
      ...selectingHeaders(entry),
      'x-portico-inside': inside,
      'x-portico-as': Buffer.from(JSON.stringify(as)).toString('base64'),
      ...(payload !== undefined && { 'content-type': 'application/json' }),
    },
    ...(payload !== undefined && { payload }),
  })
  return {
    http_status: reply.statusCode,
    headers: Object.fromEntries(
      Object.entries(reply.headers).flatMap(([name, value]) =>
        SHOWN.test(name) && value !== undefined ? [[name, String(value)]] : [],
      ),
    ),
    body: shownBody(reply),
    time_ms: Math.round(performance.now() - since_ms),
  }
}

/** Headers that select an operation among others of the same path. */
function selectingHeaders({ plain }: Sent['entry']): Record<string, string> {
  const named = (plain?.when ?? []).filter((one) => one.in === 'header')
  return Object.fromEntries(named.map(({ name, value = '' }) => [name, value]))
}

/** The body when it is text, else its media type and size. */
function shownBody({ headers, body }: Awaited<ReturnType<CallInside>>): string {
  const type = String(headers['content-type'] ?? '')
  if (type === '' || /^(text\/|application\/([\w.+-]*)(json|xml|javascript|yaml))/i.test(type)) return body
  return `${type}, ${headers['content-length'] ?? '?'} bytes`
}
