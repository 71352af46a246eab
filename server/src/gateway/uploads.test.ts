import { createHash, randomBytes } from 'node:crypto'
import { type ClientRequest, type IncomingMessage, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import fc from 'fast-check'
import { FormData, fetch } from 'undici'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { fundsOf } from '#ledger/index.ts'
import { openTestApp, type TestApp } from '#testing/app.ts'
import { dropProviders, writeWholeProvider } from '#testing/catalogue/provider.ts'
import { closeBalanced } from '#testing/close-balanced.ts'
import { callsOf } from '#testing/gateway/calls-store.ts'
import { openCustomer } from '#testing/gateway/customer.ts'
import { type LiveSource, openLiveSource } from '#testing/gateway/live-source.ts'

const DOCUMENT = `openapi: 3.0.3
info: { title: Uploads, version: '1' }
servers: [{ url: https://api.uploads.example/u }]
x-portico-kind: live
paths:
  /files:
    post:
      parameters: [{ name: size, in: query, schema: { type: integer, maximum: 9 } }]
      requestBody: { required: true, content: { multipart/form-data: {}, application/octet-stream: {} } }
      responses: { '201': { description: made } }
`
const PRICES = `version: '1'
valid_from: 2026-01-01
default: { per_request: 0.001 }
functions: {}
`
const PRICE = 1_000
const KIB = 1024
const MIB = 1024 * KIB
const PATIENT = { timeout: 20_000 }

vi.setConfig({ testTimeout: 60_000, hookTimeout: 120_000 })
let site: TestApp
let source: LiveSource
let customer: Awaited<ReturnType<typeof openCustomer>>
let port = 0

beforeAll(async () => {
  source = await openLiveSource()
  const PROVIDER_DIR = writeWholeProvider({ 'uploads.yaml': DOCUMENT, 'prices.yaml': PRICES })
  site = await openTestApp({ settings: { PROVIDER_DIR, UPSTREAM_URL: source.url, REQUEST_MAX_MB: '40' } })
  await site.app.listen({ port: 0, host: '127.0.0.1' })
  const bound = site.app.server.address()
  port = typeof bound === 'object' && bound ? bound.port : 0
})
afterAll(async () => {
  await closeBalanced(site)
  await source.close()
  dropProviders()
})
beforeEach(async () => {
  customer = await openCustomer(site)
})

const funds = async () => {
  const { balance_micros, held_micros } = await fundsOf(site.ctx, customer.login_id)
  return { spent: 10_000_000 - balance_micros, held: held_micros }
}
/** Opens an upload, whose body the test writes. */
function upload(headers: Record<string, string | number> = {}, path = '/u/files') {
  const sending = request({
    port,
    path,
    method: 'POST',
    headers: { authorization: customer.authorization, 'content-type': 'application/octet-stream', ...headers },
  })
  const reply = new Promise<{ status: number; body: string } | undefined>((resolve) => {
    sending.on('error', () => resolve(undefined))
    sending.on('response', async (answer) =>
      resolve({ status: answer.statusCode ?? 0, body: (await read(answer)).toString() }),
    )
  })
  return { sending, reply }
}
async function read(stream: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  try {
    for await (const chunk of stream) chunks.push(chunk)
  } catch {
    // What arrived before the cut is enough.
  }
  return Buffer.concat(chunks)
}
const write = (sending: ClientRequest, bytes: Buffer) => new Promise<void>((done) => sending.write(bytes, () => done()))
const hash = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

test('a large body reaches the source while it is being sent, and its money is held before', async () => {
  const bytes = randomBytes(3 * MIB)
  const { sending, reply } = upload({ 'content-length': bytes.length })
  await write(sending, bytes.subarray(0, MIB))
  const { request: incoming, response } = await source.next()
  expect((await funds()).held).toBe(PRICE)
  expect(incoming.headers['content-length']).toBe(String(bytes.length))
  const received = read(incoming)
  await vi.waitFor(
    () => expect(incoming.readableLength + incoming.socket.bytesRead).toBeGreaterThan(512 * KIB),
    PATIENT,
  )
  sending.end(bytes.subarray(MIB))
  expect(hash(await received)).toBe(hash(bytes))
  response.writeHead(201).end('{}')
  expect(await reply).toEqual({ status: 201, body: '{}' })
  expect(await funds()).toEqual({ spent: PRICE, held: 0 })
})

test('more than the memory for bodies passes at the same time', async () => {
  const bytes = randomBytes(30 * MIB)
  const sent = Array.from({ length: 3 }, () => upload({ 'content-length': bytes.length }))
  const answered = sent.map(async () => {
    const { request: incoming, response } = await source.next()
    const received = hash(await read(incoming))
    response.writeHead(201).end('{}')
    return received
  })
  for (const { sending } of sent) sending.end(bytes)
  expect(await Promise.all(answered)).toEqual(sent.map(() => hash(bytes)))
  expect((await Promise.all(sent.map(({ reply }) => reply))).map((one) => one?.status)).toEqual([201, 201, 201])
  expect(site.gateway.gate.bodies.bytes()).toBe(0)
})

test('a form of another library arrives with its boundary and its files', async () => {
  const file = randomBytes(200 * KIB)
  const form = new FormData()
  form.set('purpose', 'tést')
  form.set('file', new Blob([file]), 'a (1).bin')
  const answer = fetch(`http://127.0.0.1:${port}/u/files`, {
    method: 'POST',
    body: form,
    headers: { authorization: customer.authorization },
  })
  const { request: incoming, response } = await source.next()
  const body = await read(incoming)
  const parsed = await new Response(new Uint8Array(body), {
    headers: { 'content-type': incoming.headers['content-type'] ?? '' },
  }).formData()
  const uploaded = parsed.get('file')
  if (!(uploaded instanceof File)) throw new Error('the file is missing')
  expect([parsed.get('purpose'), uploaded.name]).toEqual(['tést', 'a (1).bin'])
  expect(hash(Buffer.from(await uploaded.arrayBuffer()))).toBe(hash(file))
  response.writeHead(201).end('{}')
  expect((await answer).status).toBe(201)
})

test('a declared length above the limit is refused with 413 before anything is held or sent', async () => {
  const { sending, reply } = upload({ 'content-length': 40 * MIB + 1 })
  sending.flushHeaders()
  expect(await reply).toMatchObject({ status: 413, body: expect.stringContaining('40 MB') })
  expect([source.untaken(), await funds()]).toEqual([0, { spent: 0, held: 0 }])
})

test('a body without a length is refused with 413 at the byte that exceeds the limit, and costs nothing', async () => {
  const { sending, reply } = upload()
  await write(sending, Buffer.alloc(MIB))
  const { request: incoming, closed } = await source.next()
  const received = read(incoming)
  const part = Buffer.alloc(MIB)
  for (let at = 0; at < 40 && !sending.destroyed; at += 1) await Promise.race([write(sending, part), reply])
  expect(await reply).toMatchObject({ status: 413 })
  await closed
  expect((await received).length).toBeLessThanOrEqual(40 * MIB)
  expect(await funds()).toEqual({ spent: 0, held: 0 })
})

test('a wrong field or type of a large body is refused before anything is held or sent', async () => {
  const wrong = [upload({}, '/u/files?size=10'), upload({ 'content-type': 'text/plain' })]
  for (const { sending, reply } of wrong) {
    sending.write(Buffer.alloc(100 * KIB))
    expect((await reply)?.status).toBe(400)
    sending.destroy()
  }
  expect([source.untaken(), await funds()]).toEqual([0, { spent: 0, held: 0 }])
})

test('a customer who leaves while sending is not charged, and the source gets no complete body', async () => {
  const { sending } = upload({ 'content-length': 2 * MIB })
  await write(sending, Buffer.alloc(MIB))
  const { request: incoming, closed } = await source.next()
  const received = read(incoming)
  sending.destroy()
  await closed
  expect([(await received).length < 2 * MIB, incoming.complete]).toEqual([true, false])
  await vi.waitFor(async () => expect(await funds()).toEqual({ spent: 0, held: 0 }), PATIENT)
  const { text } = await site.browser().send<string>({ path: '/metrics' })
  expect(text).toMatch(/portico_upstream_calls_total\{[^}]*outcome="upload_failed"/)
})

test('a source that refuses before it has read the body answers the customer, for free', async () => {
  const { sending, reply } = upload({ 'content-length': 8 * MIB })
  await write(sending, Buffer.alloc(100 * KIB))
  const { response } = await source.next()
  response.writeHead(422, { connection: 'close' }).end('{"message":"not today"}')
  expect(await reply).toMatchObject({ status: 422, body: expect.stringContaining('not today') })
  sending.destroy()
  expect(await funds()).toEqual({ spent: 0, held: 0 })
})

test('with an Idempotency-Key another body is another request', async () => {
  const headers = { 'idempotency-key': 'one' }
  const first = upload(headers)
  first.sending.end(Buffer.alloc(100 * KIB, 'a'))
  const { request: incoming, response } = await source.next()
  await read(incoming)
  response.writeHead(201).end('made')
  expect(await first.reply).toEqual({ status: 201, body: 'made' })
  const other = upload(headers)
  other.sending.end(Buffer.alloc(100 * KIB, 'b'))
  expect((await other.reply)?.status).toBe(409)
  const again = upload(headers)
  again.sending.end(Buffer.alloc(100 * KIB, 'a'))
  expect(await again.reply).toEqual({ status: 201, body: 'made' })
  expect((await funds()).spent).toBe(PRICE)
})

test('random chunks and cuts arrive unchanged or cost nothing', async () => {
  const scene = fc.record({
    parts: fc.array(fc.integer({ min: 1, max: 200 * KIB }), { minLength: 1, maxLength: 8 }),
    has_length: fc.boolean(),
    cut: fc.option(fc.nat({ max: 7 })),
  })
  // Answers whatever arrives: a body that is cut short may reach the source late or never.
  const answerAll = async () => {
    for (;;) {
      const { request: incoming, response } = await source.next()
      void read(incoming).then((bytes) => incoming.complete && response.writeHead(201).end(hash(bytes)))
    }
  }
  void answerAll()
  await fc.assert(
    fc.asyncProperty(scene, async ({ parts, has_length, cut }) => {
      customer = await openCustomer(site)
      const chunks = parts.map((size) => randomBytes(size))
      const whole = Buffer.concat(chunks)
      const is_cut = cut !== null && cut < chunks.length - 1
      const { sending, reply } = upload(has_length ? { 'content-length': whole.length } : {})
      for (const [at, chunk] of chunks.entries()) {
        await write(sending, chunk)
        if (is_cut && at === cut) break
      }
      if (is_cut) {
        await sleep(20)
        sending.destroy()
        await vi.waitFor(
          async () => expect(await callsOf(site.database.db, customer.login_id)).toHaveLength(1),
          PATIENT,
        )
        expect(await funds()).toEqual({ spent: 0, held: 0 })
        return
      }
      sending.end()
      expect(await reply).toEqual({ status: 201, body: hash(whole) })
      expect(await funds()).toEqual({ spent: PRICE, held: 0 })
    }),
    { numRuns: 25 },
  )
  source.skip()
})
