import { createReadStream } from 'node:fs'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { planRange } from './plan-range.ts'

/** Memory of one download at a time. */
const CHUNK_BYTES = 64 * 1024

/** A file on disk that never changes, so that an interrupted download can be resumed. */
export interface StoredFile {
  path: string
  /** Only characters of `[\w.-]`, with its extension. */
  name: string
  type: string
  bytes: number
  /** Identifies exactly these bytes. */
  tag: string
  modified: Date
  sha256?: string
}

/** Sends it in whole or in part, by RFC 9110; from disk, so that memory stays flat. */
export function sendStoredFile(request: FastifyRequest, reply: FastifyReply, file: StoredFile) {
  const { path, name, type, bytes, modified, sha256 } = file
  const etag = `"${file.tag}"`
  reply.headers({
    etag,
    'last-modified': modified.toUTCString(),
    'accept-ranges': 'bytes',
    'content-disposition': `attachment; filename="${name}"`,
    'content-type': type,
    // The client checks it without another request (RFC 9530).
    ...(sha256 && { 'repr-digest': `sha-256=:${Buffer.from(sha256, 'hex').toString('base64')}:` }),
  })
  const { 'if-none-match': none, 'if-range': if_range, range } = request.headers
  if (none?.split(',').some((tag) => isTag(tag.trim(), etag))) return reply.code(304).send()
  const plan = planRange(bytes, { range, if_range: header(if_range) }, { etag, modified })
  if (plan.kind === 'beyond') return reply.code(416).header('content-range', `bytes */${bytes}`).send()
  const { start, end } = plan.kind === 'part' ? plan : { start: 0, end: bytes - 1 }
  if (plan.kind === 'part') reply.code(206).header('content-range', `bytes ${start}-${end}/${bytes}`)
  reply.header('content-length', end - start + 1)
  if (request.method === 'HEAD') return reply.send()
  return reply.send(createReadStream(path, { start, end, highWaterMark: CHUNK_BYTES }))
}

/** A tag that a proxy on the way has marked as weak is still the same file. */
function isTag(given: string, etag: string): boolean {
  return given === '*' || given === etag || given === `W/${etag}`
}

function header(value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? value[0] : value
}
