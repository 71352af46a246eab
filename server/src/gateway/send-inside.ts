import type { Exchange, PlaygroundMode } from '@portico/contract/playground.ts'
import { formFields, requestAddress, requestBody } from '@portico/contract/request-address.ts'
import { FILES_MAX } from '@portico/contract/task-bounds.ts'
import type { InsideCaller } from '#access/index.ts'
import type { Entry } from '#catalogue/index.ts'
import type { CallInside } from './check-connection.ts'
import { formBody, type SentFiles } from './form-body.ts'

export interface InternalGateway {
  call: CallInside
  inside: string
}

export interface Sent {
  entry: Pick<Entry, 'http_method' | 'path' | 'plain'>
  mode: PlaygroundMode
  params: Record<string, string>
  task: Record<string, unknown>
  files?: SentFiles
  headers?: Record<string, string>
}

/** Response headers that describe the answer; the others describe the connection. */
const SHOWN =
  /^(x-|retry-after$|content-(type|disposition|language|range)$|etag$|last-modified$|link$|location$|idempotency-replayed$)/

/**
 * Sends a request through the gateway for a caller who is already authenticated, from their address: limits, IP rules and prices
 * are those of any other request. It needs no API password, so none can leave the server.
 */
export async function sendInside(
  { call, inside }: InternalGateway,
  { as, ip }: { as: InsideCaller; ip: string },
  { entry, mode, params, task, files = {}, headers = {} }: Sent,
): Promise<Exchange> {
  const body = await bodyOf(entry, task, files)
  const since_ms = performance.now()
  const reply = await call({
    method: entry.http_method,
    url: `${mode === 'sandbox' ? '/sandbox' : ''}${requestAddress(entry, params, task)}`,
    remoteAddress: ip,
    headers: {
      ...headers,
      ...entry.plain?.selecting,
      'x-portico-inside': inside,
      'x-portico-as': Buffer.from(JSON.stringify(as)).toString('base64'),
      ...(body && { 'content-type': body.type }),
    },
    ...(body && { payload: body.bytes }),
  })
  const shown = shownBody(reply)
  return {
    http_status: reply.statusCode,
    headers: Object.fromEntries(
      Object.entries(reply.headers).flatMap(([name, value]) =>
        SHOWN.test(name) && value !== undefined ? [[name, String(value)]] : [],
      ),
    ),
    ...shown,
    time_ms: Math.round(performance.now() - since_ms),
  }
}

async function bodyOf(entry: Sent['entry'], task: Sent['task'], files: SentFiles) {
  if (entry.plain?.form && entry.http_method !== 'GET')
    return formBody(entry.plain.form, formFields(entry, task), files)
  const json = requestBody(entry, task)
  return json === undefined ? undefined : { type: 'application/json', bytes: json }
}

const TEXT_TYPE = /^(text\/|application\/([\w.+-]*)(json|jsonl|xml|javascript|yaml|x-www-form-urlencoded)\b)/i

/** The body when it is text, else its media type and size, and its bytes where they can be shown. */
function shownBody({ headers, body, rawPayload }: Awaited<ReturnType<CallInside>>): Pick<Exchange, 'body' | 'bytes'> {
  const type = String(headers['content-type'] ?? '')
  if (type === '' || TEXT_TYPE.test(type)) return { body }
  const bytes = rawPayload.length <= FILES_MAX ? { bytes: rawPayload.toString('base64') } : {}
  return { body: `${type}, ${rawPayload.length} bytes`, ...bytes }
}
