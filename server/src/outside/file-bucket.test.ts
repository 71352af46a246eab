import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { openTestS3, type TestS3 } from '#testing/outside/s3.ts'
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
  s3.troubles.length = 0
  s3.objects.clear()
})

const bucketOf = (more: Partial<typeof account> = {}, path = '') =>
  openFileBucket({ ...account, ...more, url: new URL(s3.url + path) }, clock, { part_bytes: PART, pauses_ms: [0, 0] })
const stored = (path: string) => s3.objects.get(`/a-bucket/${path}`)?.body

function fileOf(bytes: number) {
  const body = randomBytes(bytes)
  const from = join(folder, 'file')
  writeFileSync(from, body)
  return { from, body, told: { bytes, sha256: sha256Of(body) } }
}

async function textOf(stream: AsyncIterable<Buffer>): Promise<Buffer> {
  return Buffer.concat(await Array.fromAsync(stream))
}

const wish = { method: 'GET' as const, seconds: 300, name: 'x-2026 (1).csv.gz', type: 'application/gzip' }

test.each([
  ['small', 10],
  ['of one part', PART],
  ['of just over one part', PART + 1],
  ['of two parts and a bit', 2 * PART + 77],
])('a file that is %s arrives byte for byte, and is found and read again', async (_about, bytes) => {
  const bucket = bucketOf()
  const { from, body, told } = fileOf(bytes)
  expect(await bucket.find('a/b.csv.gz')).toBeUndefined()
  await bucket.upload(from, 'a/b.csv.gz', told)
  expect(stored('a/b.csv.gz')?.equals(body)).toBe(true)
  expect(await bucket.find('a/b.csv.gz')).toEqual(told)
  expect((await textOf(await bucket.read('a/b.csv.gz'))).equals(body)).toBe(true)
  expect(s3.uploads.size).toBe(0)
})

test('files can lie below a folder of the bucket, whatever its name', async () => {
  const { from, told, body } = fileOf(20)
  await bucketOf({}, '/sold%20files/').upload(from, 'x', told)
  expect(stored('sold files/x')?.equals(body)).toBe(true)
})

test('a store that stumbles is asked again: cut connections and its own errors lose nothing', async () => {
  const { from, told } = fileOf(2 * PART + 1)
  s3.troubles.push('cut', [503, 'SlowDown'])
  await bucketOf().upload(from, 'x', told)
  expect(await bucketOf().find('x')).toEqual(told)
})

test('what cannot be uploaded leaves nothing behind, in parts or whole, and says why', async () => {
  const large = fileOf(2 * PART + 1)
  const before = s3.seen.length
  const bucket = bucketOf()
  const upload = bucket.upload(large.from, 'x', { ...large.told, sha256: sha256Of('another') })
  await expect(upload).rejects.toThrow('x changed while it was uploaded')
  expect(s3.seen.slice(before).at(-1)).toBe('DELETE /a-bucket/x')
  const small = fileOf(10)
  await expect(bucket.upload(small.from, 'x', { ...small.told, sha256: '' })).rejects.toThrow('x changed')
  s3.troubles.push([400, 'InvalidRequest'])
  await expect(bucket.upload(small.from, 'x', small.told)).rejects.toThrow('answered 400 InvalidRequest to PUT x')
  for (let count = 0; count < 3; count += 1) s3.troubles.push([500, 'InternalError'])
  await expect(bucket.upload(small.from, 'x', small.told)).rejects.toThrow('answered 500 InternalError to PUT x')
  expect([s3.objects.size, s3.uploads.size]).toEqual([0, 0])
})

test('with another key, secret or region, or a wrong clock, nothing is let in', async () => {
  const { from, told } = fileOf(10)
  const refusals = [
    [bucketOf({ key: 'AKIDOTHER' }), '403 InvalidAccessKeyId'],
    [bucketOf({ secret: 'another' }), '403 SignatureDoesNotMatch'],
    [bucketOf({ region: 'us-east-1' }), '400 AuthorizationHeaderMalformed'],
  ] as const
  for (const [bucket, why] of refusals) await expect(bucket.upload(from, 'x', told)).rejects.toThrow(why)
  const late = openFileBucket({ ...account, url: new URL(s3.url) }, { now: () => new Date(now.getTime() + 3_600_000) })
  await expect(late.upload(from, 'x', told)).rejects.toThrow('403 RequestTimeTooSkewed')
})

test('a link downloads this one file under its name, whole or in part, as long as it lives and not altered', async () => {
  const bucket = bucketOf()
  const { from, told, body } = fileOf(1000)
  await bucket.upload(from, 'x', told)
  await bucket.upload(from, 'y', told)
  const link = bucket.linkTo('x', wish)
  const answer = await fetch(link)
  expect([answer.status, Buffer.from(await answer.arrayBuffer()).equals(body)]).toEqual([200, true])
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'content-disposition': 'attachment; filename="x-2026 (1).csv.gz"',
    'content-type': 'application/gzip',
  })
  const part = await fetch(link, { headers: { range: 'bytes=990-', 'if-range': answer.headers.get('etag') ?? '' } })
  expect([part.status, Buffer.from(await part.arrayBuffer()).equals(body.subarray(990))]).toEqual([206, true])
  expect((await fetch(link, { method: 'HEAD' })).status).toBe(403)
  expect((await fetch(bucket.linkTo('x', { ...wish, method: 'HEAD' }), { method: 'HEAD' })).status).toBe(200)
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
