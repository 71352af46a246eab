import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import { Agent, type Dispatcher } from 'undici'
import type { FilesEnv } from '#env/files.ts'
import { partsOf } from './file-parts.ts'
import { presignedUrl, queryText, sha256Of, signedHeaders } from './sigv4.ts'

/** The expected size and hash of an uploaded file. */
export interface FileFacts {
  bytes: number
  sha256: string
}

/** A bucket of an S3-compatible store, in which whole files have the same paths as on our disk. */
export interface FileBucket {
  /** Undefined when the file does not exist. `sha256` is unknown for files that others uploaded. */
  find(path: string): Promise<{ bytes: number; sha256: string | undefined } | undefined>
  /** Uploads a local file, which appears whole and with these facts, or not at all. */
  upload(from: string, path: string, facts: FileFacts): Promise<void>
  read(path: string): Promise<Readable>
  /** Bytes of a file from one position up to another. */
  readPart(path: string, from: number, to: number): Promise<ArrayBuffer>
  /** Also when it does not exist. */
  remove(path: string): Promise<void>
  /** A URL that downloads this one file for this many seconds. */
  linkTo(path: string, input: { method: 'GET' | 'HEAD'; seconds: number; name: string; type: string }): string
}

interface Sent {
  query?: Record<string, string>
  headers?: Record<string, string>
  body?: Buffer
  /** Timeout of requests that a caller waits for. */
  is_quick?: boolean
}

const MB = 1024 * 1024
/** Bytes held in memory at a time; a store accepts ten thousand parts. */
const PART_BYTES = 16 * MB
const MOST_PARTS = 10_000
const QUICK_MS = 5_000
/** A store assembles a large file before it answers. */
const ANSWER_MS = 120_000
const PAUSES_MS = [200, 1_000, 3_000]
const HASH_HEADER = 'x-amz-meta-sha256'
/** XML responses of a store are short; longer ones are not read. */
const MOST_XML = 64 * 1024

export function openFileBucket(
  env: FilesEnv,
  clock: { now(): Date },
  { part_bytes = PART_BYTES, pauses_ms = PAUSES_MS } = {},
): FileBucket {
  const agent = new Agent({ connect: { timeout: QUICK_MS }, headersTimeout: ANSWER_MS, connections: 8, allowH2: false })

  function addressOf(path: string, query: Record<string, string> = {}): URL {
    const url = new URL(env.url)
    url.pathname = `${url.pathname.replace(/\/$/, '')}/${path}`
    url.search = queryText(Object.entries(query))
    return url
  }

  async function sendOnce(method: Dispatcher.HttpMethod, path: string, sent: Sent) {
    const { query, headers = {}, body, is_quick = false } = sent
    const url = addressOf(path, query)
    const signed = signedHeaders(env, { method, url, headers }, sha256Of(body ?? ''), clock.now())
    const signal = AbortSignal.timeout(is_quick ? QUICK_MS : ANSWER_MS)
    const begun = { origin: url.origin, path: url.pathname + url.search, method, headers: signed, body: body ?? null }
    // The timeout ends when the response begins: reading the body may take as long as its reader needs.
    const answer = await agent.request({ ...begun, ...(method !== 'GET' && { signal }) })
    if (answer.statusCode < 300) return answer
    const code = /<Code>([\w.-]{1,64})<\/Code>/.exec(await xmlOf(answer.body))?.[1] ?? ''
    throw new Error(`file store answered ${answer.statusCode} ${code} to ${method} ${path}`, {
      cause: answer.statusCode,
    })
  }

  /** Every request here may be sent twice. A refusal of the store is final; any other failure is retried. */
  async function send(method: Dispatcher.HttpMethod, path: string, sent: Sent = {}) {
    for (const pause_ms of sent.is_quick ? pauses_ms.slice(0, 1) : pauses_ms) {
      try {
        return await sendOnce(method, path, sent)
      } catch (error) {
        if (isRefusal(error)) throw error
        await pause(pause_ms)
      }
    }
    return sendOnce(method, path, sent)
  }

  async function find(path: string) {
    try {
      const { headers } = await send('HEAD', path, { is_quick: true })
      const hash = headers[HASH_HEADER]
      return { bytes: Number(headers['content-length']), sha256: typeof hash === 'string' ? hash : undefined }
    } catch (error) {
      if (causeOf(error) === 404) return undefined
      throw error
    }
  }

  async function uploadWhole(from: string, path: string, { sha256 }: FileFacts): Promise<void> {
    const body = await readFile(from)
    if (sha256Of(body) !== sha256) throw changed(path)
    await (await send('PUT', path, { body, headers: { [HASH_HEADER]: sha256 } })).body.dump()
  }

  async function uploadInParts(from: string, path: string, { bytes, sha256 }: FileFacts): Promise<void> {
    const begun = await send('POST', path, { query: { uploads: '' }, headers: { [HASH_HEADER]: sha256 } })
    const uploadId = /<UploadId>([^<]{1,1024})<\/UploadId>/.exec(await xmlOf(begun.body))?.[1]
    if (!uploadId) throw new Error(`file store returned no upload id for ${path}`)
    try {
      const tags: string[] = []
      const hash = createHash('sha256')
      for await (const body of partsOf(from, Math.max(part_bytes, Math.ceil(bytes / MOST_PARTS)))) {
        hash.update(body)
        const query = { partNumber: String(tags.length + 1), uploadId: unescapeXml(uploadId) }
        const { headers, body: rest } = await send('PUT', path, { query, body })
        await rest.dump()
        if (typeof headers.etag !== 'string') throw new Error(`file store returned no tag for a part of ${path}`)
        tags.push(headers.etag)
      }
      if (hash.digest('hex') !== sha256) throw changed(path)
      await complete(path, unescapeXml(uploadId), tags)
    } catch (error) {
      // An upload that is not completed would be stored and billed. A failed abort must not hide the original error.
      await send('DELETE', path, { query: { uploadId: unescapeXml(uploadId) } }).catch(() => undefined)
      throw error
    }
  }

  /** The file is checked afterwards: a store can fail in a response that began with 200, or receive a request twice. */
  async function complete(path: string, uploadId: string, tags: string[]): Promise<void> {
    const parts = tags.map((tag, at) => `<Part><PartNumber>${at + 1}</PartNumber><ETag>${escapeXml(tag)}</ETag></Part>`)
    const body = Buffer.from(`<CompleteMultipartUpload>${parts.join('')}</CompleteMultipartUpload>`)
    try {
      await (await send('POST', path, { query: { uploadId }, body })).body.dump()
    } catch (error) {
      if (causeOf(error) !== 404) throw error
    }
  }

  return {
    find,
    async upload(from, path, facts) {
      await (facts.bytes <= part_bytes ? uploadWhole : uploadInParts)(from, path, facts)
      const found = await find(path)
      if (found?.bytes !== facts.bytes || found.sha256 !== facts.sha256)
        throw new Error(`file store does not have ${path} as it was sent`)
    },
    read: async (path) => (await send('GET', path)).body,
    async readPart(path, from, to) {
      const { body } = await send('GET', path, { headers: { range: `bytes=${from}-${to - 1}` } })
      const part = await body.arrayBuffer()
      if (part.byteLength !== to - from) throw new Error(`file store does not have bytes ${from} to ${to} of ${path}`)
      return part
    },
    async remove(path) {
      try {
        await (await send('DELETE', path)).body.dump()
      } catch (error) {
        if (causeOf(error) !== 404) throw error
      }
    },
    linkTo(path, { method, seconds, name, type }) {
      const url = addressOf(path, {
        'response-content-disposition': `attachment; filename="${name}"`,
        'response-content-type': type,
        'response-cache-control': 'private, no-store',
      })
      return presignedUrl(env, { method, url }, seconds, clock.now()).href
    },
  }
}

function changed(path: string): Error {
  return new Error(`${path} changed during the upload`)
}

function causeOf(error: unknown): unknown {
  return error instanceof Error ? error.cause : undefined
}

function isRefusal(error: unknown): boolean {
  const status = causeOf(error)
  return typeof status === 'number' && status < 500 && status !== 429
}

async function xmlOf(body: AsyncIterable<Buffer>): Promise<string> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of body) {
    chunks.push(chunk)
    bytes += chunk.byteLength
    if (bytes > MOST_XML) break
  }
  return Buffer.concat(chunks).toString('utf8', 0, MOST_XML)
}

function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

function unescapeXml(text: string): string {
  return text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&amp;', '&')
}
