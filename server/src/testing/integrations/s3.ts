import { createHash, createHmac } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { MINUTE_MS } from '@portico/contract/time.ts'

/** A store that speaks S3 and checks every request by its own bytes alone. */
interface Account {
  key: string
  secret: string
  region: string
}

interface Stored {
  body: Buffer
  headers: Record<string, string>
}

type Refusal = [status: number, code: string]

const LEAST_PART = 5 * 1024 * 1024
const CLOCK_SKEW_MS = 15 * MINUTE_MS

export async function openTestS3(account: Account, clock: { now(): Date }) {
  const objects = new Map<string, Stored>()
  const uploads = new Map<string, { path: string; headers: Record<string, string>; parts: Map<number, Buffer> }>()
  const seen: string[] = []
  /** The next requests are answered with these instead, one by one. */
  const failures: (Refusal | 'cut')[] = []

  async function answer(request: IncomingMessage, reply: ServerResponse): Promise<void> {
    const body = await bodyOf(request)
    const [raw_path = '', raw_query = ''] = (request.url ?? '').split('?')
    const method = request.method ?? ''
    const query = new URLSearchParams(raw_query)
    seen.push(`${method} ${raw_path}${query.has('X-Amz-Signature') ? ' presigned' : ''}`)
    const failure = failures.shift()
    if (failure === 'cut') return void request.socket.destroy()
    const refused = failure ?? refusal(request, raw_path, raw_query, body, account, clock.now())
    if (refused) return void refuse(reply, refused)
    const path = decodeURIComponent(raw_path)
    if (method === 'GET' || method === 'HEAD') return send(request, reply, objects.get(path), query)
    if (method === 'PUT' && !query.has('uploadId')) {
      objects.set(path, { body, headers: metaOf(request) })
      return void reply.setHeader('etag', tagOf(body)).end()
    }
    if (method === 'DELETE' && !query.has('uploadId')) {
      objects.delete(path)
      return void reply.writeHead(204).end()
    }
    multipart(method, path, query, body, request, reply)
  }

  function multipart(
    method: string,
    path: string,
    query: URLSearchParams,
    body: Buffer,
    request: IncomingMessage,
    reply: ServerResponse,
  ): void {
    if (method === 'POST' && query.has('uploads')) {
      const id = `upload<${uploads.size + 1}>+/=`
      uploads.set(id, { path, headers: metaOf(request), parts: new Map() })
      const escaped = id.replaceAll('<', '&lt;').replaceAll('>', '&gt;')
      return void reply.end(
        `<InitiateMultipartUploadResult><UploadId>${escaped}</UploadId></InitiateMultipartUploadResult>`,
      )
    }
    const id = query.get('uploadId') ?? ''
    const upload = uploads.get(id)
    if (upload?.path !== path) return void refuse(reply, [404, 'NoSuchUpload'])
    if (method === 'PUT') {
      upload.parts.set(Number(query.get('partNumber')), body)
      return void reply.setHeader('etag', tagOf(body)).end()
    }
    if (method === 'DELETE') {
      uploads.delete(id)
      return void reply.writeHead(204).end()
    }
    const named = [...body.toString().matchAll(/<PartNumber>(\d+)<\/PartNumber><ETag>([^<]+)<\/ETag>/g)]
    const parts = named.map(([, number, tag]) => {
      const part = upload.parts.get(Number(number))
      return part && tagOf(part) === tag ? part : undefined
    })
    if (parts.length === 0 || parts.some((part) => !part)) return void refuse(reply, [400, 'InvalidPart'])
    const whole = parts.flatMap((part) => part ?? [])
    if (whole.slice(0, -1).some((part) => part.length < LEAST_PART)) return void refuse(reply, [400, 'EntityTooSmall'])
    uploads.delete(id)
    objects.set(path, { body: Buffer.concat(whole), headers: upload.headers })
    reply.end('<CompleteMultipartUploadResult></CompleteMultipartUploadResult>')
  }

  const server = createServer((request, reply) => void answer(request, reply).catch(() => request.socket.destroy()))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/a-bucket`
  return {
    url,
    objects,
    uploads,
    seen,
    failures,
    settings: {
      FILES_URL: url,
      FILES_KEY: account.key,
      FILES_SECRET: account.secret,
      FILES_REGION: account.region,
    },
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

export type TestS3 = Awaited<ReturnType<typeof openTestS3>>

/** The reason to refuse a request; independent of the code that signs. */
function refusal(
  request: IncomingMessage,
  path: string,
  raw_query: string,
  body: Buffer,
  account: Account,
  now: Date,
): Refusal | undefined {
  const pairs = raw_query.split('&').filter(Boolean)
  const query = new URLSearchParams(raw_query)
  const is_link = query.has('X-Amz-Signature')
  const [, credential, names, signature] =
    /^AWS4-HMAC-SHA256 Credential=([^,]+),\s*SignedHeaders=([^,]+),\s*Signature=([0-9a-f]{64})$/.exec(
      request.headers.authorization ?? '',
    ) ?? []
  const auth = is_link
    ? {
        credential: query.get('X-Amz-Credential'),
        names: query.get('X-Amz-SignedHeaders'),
        signature: query.get('X-Amz-Signature'),
        at: query.get('X-Amz-Date'),
      }
    : { credential, names, signature, at: request.headers['x-amz-date'] }
  if (!auth.credential || !auth.names || !auth.signature || typeof auth.at !== 'string') return [403, 'AccessDenied']
  const [key, day = '', region = '', ...rest] = auth.credential.split('/')
  if (key !== account.key) return [403, 'InvalidAccessKeyId']
  if (region !== account.region || rest.join('/') !== 's3/aws4_request') return [400, 'AuthorizationHeaderMalformed']
  const time = Date.parse(auth.at.replace(/(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z/, '$1-$2-$3T$4:$5:$6Z'))
  if (!auth.at.startsWith(day) || Number.isNaN(time)) return [403, 'AccessDenied']
  const lives_s = Number(query.get('X-Amz-Expires'))
  if (is_link && !(lives_s >= 1 && lives_s <= 604_800)) return [400, 'AuthorizationQueryParametersError']
  if (is_link && now.getTime() >= time + lives_s * 1000) return [403, 'AccessDenied']
  if (Math.abs(now.getTime() - time) > CLOCK_SKEW_MS && !is_link) return [403, 'RequestTimeTooSkewed']
  const covered = auth.names.split(';')
  const must = Object.keys(request.headers).filter((name) => name === 'host' || name.startsWith('x-amz-'))
  if (must.some((name) => !covered.includes(name))) return [403, 'AccessDenied']
  const hash = is_link ? 'UNSIGNED-PAYLOAD' : request.headers['x-amz-content-sha256']
  if (!is_link && hash !== createHash('sha256').update(body).digest('hex')) return [400, 'XAmzContentSHA256Mismatch']
  const canonical = [
    request.method,
    path,
    pairs
      .filter((pair) => !pair.startsWith('X-Amz-Signature='))
      .toSorted()
      .join('&'),
    ...covered.map((name) => `${name}:${String(request.headers[name]).trim()}`),
    '',
    covered.join(';'),
    hash,
  ].join('\n')
  const text = `AWS4-HMAC-SHA256\n${auth.at}\n${day}/${region}/s3/aws4_request\n${createHash('sha256').update(canonical).digest('hex')}`
  let secret: string | Buffer = `AWS4${account.secret}`
  for (const part of [day, region, 's3', 'aws4_request', text])
    secret = createHmac('sha256', secret).update(part).digest()
  return Buffer.from(secret).toString('hex') === auth.signature ? undefined : [403, 'SignatureDoesNotMatch']
}

function send(
  request: IncomingMessage,
  reply: ServerResponse,
  found: Stored | undefined,
  query: URLSearchParams,
): void {
  if (!found) return void refuse(reply, [404, 'NoSuchKey'], request.method === 'HEAD')
  const { body, headers } = found
  const tag = tagOf(body)
  for (const [name, value] of Object.entries(headers)) reply.setHeader(name, value)
  for (const name of ['content-disposition', 'content-type', 'cache-control'])
    if (query.has(`response-${name}`)) reply.setHeader(name, query.get(`response-${name}`) ?? '')
  reply.setHeader('etag', tag).setHeader('accept-ranges', 'bytes')
  const { range, 'if-range': if_range } = request.headers
  const [, from, to] = (if_range ?? tag) === tag ? (/^bytes=(\d*)-(\d*)$/.exec(range ?? '') ?? []) : []
  const isRanged = from !== undefined && to !== undefined
  const start = !isRanged ? 0 : from === '' ? Math.max(0, body.length - Number(to)) : Number(from)
  const end = !isRanged || from === '' || to === '' ? body.length - 1 : Math.min(Number(to), body.length - 1)
  if (start > end) return void refuse(reply, [416, 'InvalidRange'])
  reply.setHeader('content-length', end - start + 1)
  if (isRanged) reply.writeHead(206, { 'content-range': `bytes ${start}-${end}/${body.length}` })
  reply.end(request.method === 'HEAD' ? undefined : body.subarray(start, end + 1))
}

function refuse(reply: ServerResponse, [status, code]: Refusal, is_head = false): void {
  reply.writeHead(status, { 'content-type': 'application/xml' })
  reply.end(is_head ? undefined : `<?xml version="1.0"?><Error><Code>${code}</Code></Error>`)
}

function metaOf(request: IncomingMessage): Record<string, string> {
  return Object.fromEntries(
    Object.entries(request.headers)
      .filter(([name]) => name.startsWith('x-amz-meta-'))
      .map(([name, value]) => [name, String(value)]),
  )
}

function tagOf(body: Buffer): string {
  return `"${createHash('md5').update(body).digest('hex')}"`
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  return Buffer.concat(chunks)
}
