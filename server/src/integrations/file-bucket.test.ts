import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inspect } from 'node:util'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { openTestS3, type TestS3 } from '#testing/integrations/s3.ts'
import { openFileBucket } from './file-bucket.ts'
import { sha256Of } from './sigv4.ts'

const MB = 1024 * 1024
const PART = 5 * MB
const account = { key: 'AKIDEXAMPLE', secret: 'a/secret+of=the tests', region: 'eu-central-1' }
let now = new Date('2026-03-02T10:00:00Z')
const clock = { now: () => now }
let s3: TestS3
let folder: string
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'bucket-'))
  s3 = await openTestS3(account, clock)
})
afterAll(async () => {
  await s3.close()
  rmSync(folder, { recursive: true, force: true })
})
afterEach(() => {
  s3.failures.length = 0
  s3.objects.clear()
})

const bucketOf = (more: Partial<typeof account> = {}, path = '') =>
  openFileBucket({ ...account, ...more, url: new URL(s3.url + path) }, clock, { part_bytes: PART, pauses_ms: [0, 0] })
const stored = (path: string) => s3.objects.get(`/a-bucket/${path}`)?.body

function fileOf(bytes: number) {
  const body = randomBytes(bytes)
  const from = join(folder, 'file')
  writeFileSync(from, body)
  return { from, body, sent: { bytes, sha256: sha256Of(body) } }
}

async function textOf(stream: AsyncIterable<Buffer>): Promise<Buffer> {
  return Buffer.concat(await Array.fromAsync(stream))
}

const input = { method: 'GET' as const, seconds: 300, name: 'x-2026 (1).csv.gz', type: 'application/gzip' }

test.each([
  ['small', 10],
  ['of one part', PART],
  ['of just over one part', PART + 1],
  ['of two parts and a bit', 2 * PART + 77],
])('a file that is %s arrives byte for byte, and is found and read again', async (_about, bytes) => {
  const bucket = bucketOf()
  const { from, body, sent } = fileOf(bytes)
  expect(await bucket.find('a/b.csv.gz')).toBeUndefined()
  await bucket.upload(from, 'a/b.csv.gz', sent)
  expect(stored('a/b.csv.gz')?.equals(body)).toBe(true)
  expect(await bucket.find('a/b.csv.gz')).toEqual(sent)
  expect((await textOf(await bucket.read('a/b.csv.gz'))).equals(body)).toBe(true)
  expect(s3.uploads.size).toBe(0)
})

test('parts of a file are read by range, and a removed file is gone, also when it is removed again', async () => {
  const bucket = bucketOf()
  const { from, body, sent } = fileOf(1000)
  await bucket.upload(from, 'x', sent)
  expect(Buffer.from(await bucket.readPart('x', 10, 30)).equals(body.subarray(10, 30))).toBe(true)
  await expect(bucket.readPart('x', 990, 1010)).rejects.toThrow('does not have bytes')
  await bucket.remove('x')
  await bucket.remove('x')
  expect(await bucket.find('x')).toBeUndefined()
})

test('files are stored below a folder of the bucket, whatever its name', async () => {
  const { from, sent, body } = fileOf(20)
  await bucketOf({}, '/sold%20files/').upload(from, 'x', sent)
  expect(stored('sold files/x')?.equals(body)).toBe(true)
})

test('an upload survives cut connections and internal errors of the store', async () => {
  const { from, sent } = fileOf(2 * PART + 1)
  s3.failures.push('cut', [503, 'SlowDown'])
  await bucketOf().upload(from, 'x', sent)
  expect(await bucketOf().find('x')).toEqual(sent)
})

test('a failed upload leaves nothing behind, in parts or whole, and reports why', async () => {
  const large = fileOf(2 * PART + 1)
  const before = s3.seen.length
  const bucket = bucketOf()
  const upload = bucket.upload(large.from, 'x', { ...large.sent, sha256: sha256Of('another') })
  await expect(upload).rejects.toThrow('x changed during the upload')
  expect(s3.seen.slice(before).at(-1)).toBe('DELETE /a-bucket/x')
  const small = fileOf(10)
  await expect(bucket.upload(small.from, 'x', { ...small.sent, sha256: '' })).rejects.toThrow('x changed')
  s3.failures.push([400, 'InvalidRequest'])
  await expect(bucket.upload(small.from, 'x', small.sent)).rejects.toThrow('answered 400 InvalidRequest to PUT x')
  for (let count = 0; count < 3; count += 1) s3.failures.push([500, 'InternalError'])
  await expect(bucket.upload(small.from, 'x', small.sent)).rejects.toThrow('answered 500 InternalError to PUT x')
  expect([s3.objects.size, s3.uploads.size]).toEqual([0, 0])
})

test('a wrong key, secret, region or clock is refused', async () => {
  const { from, sent } = fileOf(10)
  const refusals = [
    [bucketOf({ key: 'AKIDOTHER' }), '403 InvalidAccessKeyId'],
    [bucketOf({ secret: 'another' }), '403 SignatureDoesNotMatch'],
    [bucketOf({ region: 'us-east-1' }), '400 AuthorizationHeaderMalformed'],
  ] as const
  for (const [bucket, why] of refusals) await expect(bucket.upload(from, 'x', sent)).rejects.toThrow(why)
  const late = openFileBucket({ ...account, url: new URL(s3.url) }, { now: () => new Date(now.getTime() + 3_600_000) })
  await expect(late.upload(from, 'x', sent)).rejects.toThrow('403 RequestTimeTooSkewed')
})

test('a link downloads one file under its name, whole or in part, until it expires, and not when altered', async () => {
  const bucket = bucketOf()
  const { from, sent, body } = fileOf(1000)
  await bucket.upload(from, 'x', sent)
  await bucket.upload(from, 'y', sent)
  const link = bucket.linkTo('x', input)
  const answer = await fetch(link)
  expect([answer.status, Buffer.from(await answer.arrayBuffer()).equals(body)]).toEqual([200, true])
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'content-disposition': 'attachment; filename="x-2026 (1).csv.gz"',
    'content-type': 'application/gzip',
  })
  const part = await fetch(link, { headers: { range: 'bytes=990-', 'if-range': answer.headers.get('etag') ?? '' } })
  expect([part.status, Buffer.from(await part.arrayBuffer()).equals(body.subarray(990))]).toEqual([206, true])
  expect((await fetch(link, { method: 'HEAD' })).status).toBe(403)
  expect((await fetch(bucket.linkTo('x', { ...input, method: 'HEAD' }), { method: 'HEAD' })).status).toBe(200)
  expect((await fetch(link, { method: 'PUT', body: 'mine' })).status).toBe(403)
  const altered = [
    link.replace('/x?', '/y?'),
    link.replace('X-Amz-Expires=300', 'X-Amz-Expires=3000'),
    link.replace('attachment', 'inline'),
    link.replace(/X-Amz-Date=\d{8}/, 'X-Amz-Date=20260303'),
    link.replace(/&X-Amz-Signature=.*/, ''),
    `${link.slice(0, -1)}${link.endsWith('0') ? '1' : '0'}`,
    `${link}&response-content-language=en`,
  ]
  for (const url of altered) expect([url, (await fetch(url)).status]).toEqual([url, 403])
  const start = now
  now = new Date(start.getTime() + 299_000)
  expect((await fetch(link)).status).toBe(200)
  now = new Date(start.getTime() + 300_000)
  expect((await fetch(link)).status).toBe(403)
  now = start
})

type Answering = (request: IncomingMessage, reply: ServerResponse) => void

/** A store with a scripted response. */
async function hostile(answering: Answering) {
  const seen: { url: string; authorization: string | undefined; body: string }[] = []
  const server = createServer(async (request, reply) => {
    const body = Buffer.concat(await Array.fromAsync(request)).toString()
    seen.push({ url: `${request.method} ${request.url}`, authorization: request.headers.authorization, body })
    answering(request, reply)
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const bucket = openFileBucket({ ...account, url: new URL(`${origin}/a-bucket`) }, clock, {
    part_bytes: 10,
    pauses_ms: [0],
  })
  const close = () => {
    server.closeAllConnections()
    server.close()
  }
  return { seen, origin, bucket, close }
}

const facts = (headers: Record<string, string | number>): Answering => {
  return ({ method }, reply) => void reply.writeHead(200, method === 'HEAD' ? headers : {}).end()
}
const small = () => fileOf(8)

test.each<[string, (reply: { bytes: number; sha256: string }) => Record<string, string | number>]>([
  ['another size', ({ sha256 }) => ({ 'content-length': 7, 'x-amz-meta-sha256': sha256 })],
  ['no size', ({ sha256 }) => ({ 'x-amz-meta-sha256': sha256, 'transfer-encoding': 'chunked' })],
  ['another hash', ({ bytes }) => ({ 'content-length': bytes, 'x-amz-meta-sha256': sha256Of('other') })],
  ['no hash', ({ bytes }) => ({ 'content-length': bytes })],
])('a file that the store reports with %s counts as not uploaded', async (_, headersOf) => {
  const { from, sent } = small()
  const store = await hostile(facts(headersOf(sent)))
  await expect(store.bucket.upload(from, 'x', sent)).rejects.toThrow('does not have x as it was sent')
  store.close()
})

test('a store that answers 200 with an error in its XML counts as not having the file, whole or in parts', async () => {
  const error = '<?xml version="1.0"?><Error><Code>InternalError</Code></Error>'
  const store = await hostile(({ method }, reply) => void reply.writeHead(method === 'HEAD' ? 404 : 200).end(error))
  const whole = small()
  await expect(store.bucket.upload(whole.from, 'x', whole.sent)).rejects.toThrow('does not have x')
  const large = fileOf(25)
  await expect(store.bucket.upload(large.from, 'x', large.sent)).rejects.toThrow('returned no upload id for x')
  store.close()
})

test.each([301, 302, 303, 307, 308])(
  'a redirect %i is not followed, and the signed request goes nowhere else',
  async (status) => {
    const elsewhere = await hostile((_request, reply) => void reply.end())
    const store = await hostile(
      (_request, reply) => void reply.writeHead(status, { location: `${elsewhere.origin}/x` }).end(),
    )
    const { from, sent } = small()
    await expect(store.bucket.find('x')).rejects.toThrow(`answered ${status}`)
    await expect(store.bucket.read('x')).rejects.toThrow(`answered ${status}`)
    await expect(store.bucket.upload(from, 'x', sent)).rejects.toThrow(`answered ${status}`)
    expect(elsewhere.seen).toEqual([])
    store.close()
    elsewhere.close()
  },
)

test('an error response is read only up to its first lines, without entities, and only its code is reported', async () => {
  const bomb = `<!DOCTYPE a [<!ENTITY a "${'a'.repeat(1000)}"><!ENTITY b "${'&a;'.repeat(1000)}">]><Code>&b;</Code>`
  const answers = [
    bomb,
    `<Code>line\nERROR forged</Code>`,
    `<Code>${'x'.repeat(10_000)}</Code>`,
    '<Code>'.repeat(1_000_000),
  ]
  const began = performance.now()
  for (const text of answers) {
    const store = await hostile((_request, reply) => void reply.writeHead(400).end(text))
    const error: unknown = await store.bucket.read('x').catch((thrown: unknown) => thrown)
    expect(String(error)).toBe('Error: file store answered 400  to GET x')
    store.close()
  }
  expect(performance.now() - began).toBeLessThan(5_000)
})

test('an endless response is aborted after its first bytes', async () => {
  let sent = 0
  const store = await hostile((_request, reply) => {
    reply.writeHead(400)
    const more = () => {
      while (!reply.destroyed && reply.write(Buffer.alloc(64 * 1024))) sent += 64 * 1024
    }
    reply.on('drain', more)
    more()
  })
  await expect(store.bucket.read('x')).rejects.toThrow('answered 400')
  expect(sent).toBeLessThan(16 * MB)
  store.close()
})

test('a truncated file fails for its reader', async () => {
  const cut = await hostile((_request, reply) => {
    reply.writeHead(200, { 'content-length': 100 })
    reply.write('half', () => reply.destroy())
  })
  await expect(textOf(await cut.bucket.read('x'))).rejects.toThrow()
  cut.close()
})

test('a part without a tag fails, and a tag cannot inject XML', async () => {
  const tag = '"x</ETag></Part><Part><PartNumber>9</PartNumber><ETag>y"'
  let is_tagged = false
  const store = await hostile(({ method, url }, reply) => {
    if (method === 'POST' && url?.includes('uploads')) return void reply.end('<UploadId>one</UploadId>')
    if (method === 'PUT' && is_tagged) reply.setHeader('etag', tag)
    reply.writeHead(method === 'HEAD' ? 404 : 200).end()
  })
  const { from, sent } = fileOf(25)
  await expect(store.bucket.upload(from, 'x', sent)).rejects.toThrow('returned no tag')
  expect(store.seen.at(-1)?.url).toContain('DELETE /a-bucket/x?uploadId=one')
  is_tagged = true
  await expect(store.bucket.upload(from, 'x', sent)).rejects.toThrow('does not have x')
  const completed = store.seen.find(({ url, body }) => url.startsWith('POST') && body !== '')?.body ?? ''
  expect(completed.match(/<PartNumber>/g)).toHaveLength(3)
  store.close()
})

test('an error message contains neither the secret nor a signature', async () => {
  const store = await hostile(
    (request, reply) => void reply.writeHead(403).end(`<Code>No</Code>${request.headers.authorization}`),
  )
  const { from, sent } = fileOf(25)
  const tries = [store.bucket.find('x'), store.bucket.read('x'), store.bucket.upload(from, 'x', sent)]
  for (const failed of await Promise.allSettled(tries)) {
    const text = failed.status === 'rejected' ? inspect(failed.reason) : ''
    expect(text).toContain('answered 403')
    expect(text).not.toMatch(/Signature|Credential|AKID|a\/secret/)
  }
  store.close()
})
