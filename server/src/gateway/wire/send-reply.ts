import { Readable } from 'node:stream'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'

const pack = promisify(gzip)
const WORTH_PACKING_BYTES = 1024
const SMALL_REST_BYTES = 1024 * 1024

interface Outgoing {
  http: number
  headers: Record<string, string>
  body: string | Buffer | Readable
  /** An answer of ours, which is complete; else that of a plain document's source. */
  is_own: boolean
}

export async function sendReply(
  request: FastifyRequest,
  reply: FastifyReply,
  { http, headers, body, is_own }: Outgoing,
): Promise<FastifyReply> {
  if (leaveRest(request)) headers.connection = 'close'
  if (request.method === 'HEAD') return reply.code(http).headers(headers).send()
  if (body instanceof Readable) return reply.code(http).headers(headers).send(body)
  if (body.length === 0) return reply.code(http).headers(headers).send()
  const is_packed = body.length >= WORTH_PACKING_BYTES && isText(headers['content-type']) && acceptsGzip(request)
  if (is_packed) headers['content-encoding'] = 'gzip'
  const sent = is_packed ? await pack(body) : body
  if (!is_own) return reply.code(http).headers(headers).send(sent)
  // Past Fastify, which would look at every header and at the body once more.
  reply.hijack()
  for (const [name, value] of Object.entries(reply.getHeaders())) headers[name] ??= String(value)
  headers['content-length'] = String(Buffer.byteLength(sent))
  reply.raw.writeHead(http, headers).end(sent)
  return reply
}

/**
 * A refused body may still be arriving: the rest of a small one is discarded. True for a large one, which ends with its
 * connection.
 */
function leaveRest({ raw, headers }: FastifyRequest): boolean {
  const length = headers['transfer-encoding'] ? Number.POSITIVE_INFINITY : Number(headers['content-length'] ?? 0)
  if (length === 0 || raw.complete !== false) return false
  if (length > SMALL_REST_BYTES) return true
  raw.resume()
  return false
}

function isText(type: string | undefined): boolean {
  return /^(text\/|application\/([\w.-]+\+)?(json|xml|javascript))/i.test(type ?? '')
}

function acceptsGzip(request: FastifyRequest): boolean {
  return /\bgzip\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/i.test(String(request.headers['accept-encoding'] ?? ''))
}
