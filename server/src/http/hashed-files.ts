import { readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import type { FastifyInstance } from 'fastify'

/** A name that contains the hash of its content. */
const HASHED = '^[\\w.-]+-[\\w-]{8}\\.(?:js|css|woff2|svg|png)$'
const TYPES: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.woff2': 'font/woff2',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
}
/** Encodings the build leaves beside the file. */
const ENCODINGS = [
  { name: 'br', ending: '.br' },
  { name: 'gzip', ending: '.gz' },
] as const
/** A release takes a tenth of it; tabs may be open on several. */
const CACHED_MAX = 32 * 1024 * 1024

interface Found {
  body: Buffer
  encoding: string | undefined
}

/** Built files whose content never changes, from memory after the first request. */
export function hashedFiles(app: FastifyInstance, folder: string, headers: Record<string, string>): void {
  const read = keeping(folder)
  app.get<{ Params: { name: string } }>(`/assets/:name(${HASHED})`, async (request, reply) => {
    const { name } = request.params
    const etag = `"${name}"`
    const found = await find(read, name, request.headers['accept-encoding'])
    if (!found) return reply.callNotFound()
    reply.headers({ ...headers, etag, vary: 'accept-encoding' })
    if (request.headers['if-none-match'] === etag) return reply.code(304).send()
    if (found.encoding) reply.header('content-encoding', found.encoding)
    return reply.type(TYPES[extname(name)] ?? 'application/octet-stream').send(found.body)
  })
}

type Read = (file: string) => Promise<Buffer | undefined>

async function find(read: Read, name: string, accepted: string | undefined): Promise<Found | undefined> {
  const wanted = acceptedOf(accepted)
  for (const { name: encoding, ending } of ENCODINGS) {
    const body = wanted.has(encoding) ? await read(name + ending) : undefined
    if (body) return { body, encoding }
  }
  const body = await read(name)
  return body && { body, encoding: undefined }
}

function acceptedOf(header = ''): Set<string> {
  const parts = header.split(',').map((part) => part.split(';').map((word) => word.trim().toLowerCase()))
  return new Set(parts.filter(([, weight]) => !/^q=0(\.0*)?$/.test(weight ?? '')).map(([name = '']) => name))
}

/** Reads each file once. A missing one is looked for again: another release may add it while this one runs. */
function keeping(folder: string): Read {
  const stored = new Map<string, Buffer>()
  let size = 0
  return async (file) => {
    const known = stored.get(file)
    if (known) return known
    const body = await readFile(join(folder, file)).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') throw error
      return undefined
    })
    if (!body || stored.has(file)) return body
    if (size + body.length > CACHED_MAX) {
      stored.clear()
      size = 0
    }
    stored.set(file, body)
    size += body.length
    return body
  }
}
