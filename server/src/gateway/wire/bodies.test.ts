import { PassThrough } from 'node:stream'
import { brotliCompressSync, constants, deflateSync, gzipSync } from 'node:zlib'
import { CODE } from '@portico/contract/codes.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { openTestApp, type TestApp } from '#testing/app.ts'
import { closeBalanced } from '#testing/close-balanced.ts'
import { type Customer, LIVE, openCustomer, POST, search } from '#testing/gateway/customer.ts'
import { openUpload } from '#testing/gateway/upload.ts'
import { bodyBounds, OPEN_BODIES, UPLOAD } from './body-bounds.ts'
import { countOpenBodies } from './open-bodies.ts'
import { type ReadBody, readBody, receive } from './read-body.ts'

vi.setConfig({ testTimeout: 30_000 })
const MIB = 1024 * 1024
/** The best compression of 20 MB takes seconds. */
const QUICK = { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MIN_QUALITY } }
const KEYWORDS = '/v3/keywords_data/google_ads/search_volume/task_post'
let site: TestApp
let customer: Customer
let port = 0

beforeAll(async () => {
  site = await openTestApp()
  await site.app.listen({ port: 0, host: '127.0.0.1' })
  port = (site.app.server.address() as { port: number }).port
})
afterAll(() => closeBalanced(site))
beforeEach(async () => {
  customer = await openCustomer(site)
})

const bound = async (columns: { per_minute?: number; simultaneous?: number }) => {
  for (const [name, value] of Object.entries(columns))
    await site.database.pool.query(`update api_logins set ${name} = $1 where id = $2`, [value, customer.login_id])
}
const upload = (length: number) => openUpload(port, { path: POST, authorization: customer.authorization, length })
const openBytes = () => site.gateway.gate.bodies.bytes()
const message = async (path: string, body: Buffer | string, headers: Record<string, string> = {}) => {
  const { http, body: reply } = await customer.call(path, { body, headers })
  return [http, reply?.status_code, reply?.status_message]
}

describe('SEC-M1 G14 permission to call is decided before the body', () => {
  test('a call over a limit is refused before a byte of the body was sent', async () => {
    await bound({ per_minute: 1 })
    await customer.call(LIVE, { body: search() })
    const { answer, leave } = await upload(9_900_000)
    const { http, body, head } = await answer
    expect([http, body.status_code]).toEqual([200, CODE.rateLimit])
    expect(head).toContain('retry-after: ')
    expect(head, 'nothing more of it is read').toContain('connection: close')
    await leave()
  })

  test('the rest of a small refused body is discarded, and the connection stays open', async () => {
    const { answer, again, send, leave } = await openUpload(port, {
      path: POST,
      authorization: 'Basic eDp5',
      length: 5,
    })
    expect((await answer).head).not.toContain('connection: close')
    await send('12345')
    expect((await again()).http).toBe(401)
    await leave()
  })

  test('wrong credentials are refused before a byte of the body was sent', async () => {
    const { answer, leave } = await openUpload(port, { path: POST, authorization: 'Basic eDp5', length: 9_900_000 })
    expect((await answer).http).toBe(401)
    await leave()
  })

  test('uploads count as simultaneous calls, and an aborted one frees its slot', async () => {
    await bound({ simultaneous: 2 })
    const [first, second] = [await upload(1000), await upload(1000)]
    for (const one of [first, second]) await one.send('[')
    await expect.poll(() => openBytes()).toBe(2)
    const third = await upload(1000)
    expect((await third.answer).body.status_code).toBe(CODE.tooManyAtOnce)
    await third.leave()
    await first.leave()
    await expect.poll(() => openBytes()).toBe(1)
    expect(await customer.codes(LIVE, { body: search() })).toEqual([200, CODE.ok, CODE.ok])
    const rest = JSON.stringify(search()).slice(1)
    await second.send(`${rest}${' '.repeat(1000 - 1 - rest.length)}`)
    expect((await second.answer).body.status_code).toBe(CODE.ok)
    await second.leave()
    await expect.poll(() => openBytes()).toBe(0)
  })
})

describe('SEC-M1 G14 O6 the memory of all open bodies is bounded', () => {
  const SMALL = { process_bytes: 100, reserved_bytes: 30, small_bytes: 10, login_bytes: 40 }

  test('open bodies are bounded per login and per process, with a reserve for small ones', () => {
    const bodies = countOpenBodies(SMALL)
    const [a, b, c] = [bodies.open(1), bodies.open(1), bodies.open(2)]
    expect([a.grow(30), b.grow(10), b.grow(1)]).toEqual([undefined, undefined, 'login'])
    expect([c.grow(20), c.grow(10), c.grow(1)]).toEqual([undefined, undefined, 'process'])
    const small = [3, 4, 5].map((login_id) => bodies.open(login_id))
    expect(small.map((one) => one.grow(10))).toEqual([undefined, undefined, undefined])
    expect([bodies.bytes(), bodies.open(6).grow(1)]).toEqual([100, 'process'])
    a.close()
    a.close()
    expect([bodies.bytes(), b.grow(1)]).toEqual([70, 'process'])
    for (const one of [b, c, ...small]) one.close()
    expect([bodies.bytes(), bodies.open(1).grow(40)]).toEqual([0, undefined])
  })

  test('a login at its limit of open bodies is refused, and another one is served', async () => {
    const part = Buffer.alloc(9_900_000, ' ')
    const stuck = [await upload(10_000_000), await upload(10_000_000)]
    for (const one of stuck) await one.send(part)
    await expect.poll(() => openBytes()).toBe(2 * part.length)
    const more = await upload(10_000_000)
    await more.send(part)
    const { http, head, body } = await more.answer
    expect([http, body.status_code, body.status_message]).toEqual([
      200,
      CODE.tooManyAtOnce,
      'Too many simultaneous queries. The bodies of your open requests are too large in total.',
    ])
    expect(head).toContain('retry-after: 1')
    const other = await openCustomer(site)
    expect(await other.codes(POST, { body: search() })).toEqual([200, CODE.ok, CODE.taskCreated])
    for (const one of [...stuck, more]) await one.leave()
    await expect.poll(() => openBytes()).toBe(0)
  })

  test('a process at its limit of open bodies answers 503 with Retry-After, and small calls still work', async () => {
    const { bodies } = site.gateway.gate
    const taken = [-1, -2].map((login_id) => bodies.open(login_id))
    const large = (OPEN_BODIES.process_bytes - OPEN_BODIES.reserved_bytes) / 2
    expect(taken.map((one) => one.grow(large))).toEqual([undefined, undefined])
    const { http, body, headers } = await customer.call(POST, { body: `${JSON.stringify(search())}${' '.repeat(MIB)}` })
    expect([http, body?.status_code, headers['retry-after'], headers['x-cost']]).toEqual([
      503,
      CODE.overloaded,
      '2',
      '0.000000',
    ])
    expect(await customer.codes(POST, { body: search() })).toEqual([200, CODE.ok, CODE.taskCreated])
    for (const one of taken) one.close()
  })

  test('compressed bytes count too, and all bytes are released', async () => {
    const packed = gzipSync(`${JSON.stringify(search())}${' '.repeat(900_000)}`)
    expect(await customer.codes(POST, { body: packed, headers: { 'content-encoding': 'gzip' } })).toEqual([
      200,
      CODE.ok,
      CODE.taskCreated,
    ])
    await expect.poll(() => openBytes()).toBe(0)
  })
})

describe('SEC-M1 G14 a body ends at its bound', () => {
  const whyOf = (read: ReadBody) => (read.ok ? '' : read.why)
  const ends = (bytes: number) => ({ bytes: Buffer.alloc(bytes, ' '), limit: 64 * 1024 })

  test.each([
    ['as it is', undefined, (bytes: Buffer) => bytes],
    ['in gzip', 'gzip', (bytes: Buffer) => gzipSync(bytes, { level: 1 })],
    ['in deflate', 'deflate', (bytes: Buffer) => deflateSync(bytes, { level: 1 })],
    ['in brotli', 'br', (bytes: Buffer) => brotliCompressSync(bytes, QUICK)],
  ])('%s, and not a byte more is decompressed', async (_, encoding, pack) => {
    const { bytes, limit } = ends(20 * MIB)
    const packed = pack(bytes)
    const bodies = countOpenBodies()
    const stream = new PassThrough()
    stream.end(packed)
    const read = await readBody({ stream, encoding, length: undefined }, limit, bodies.open(1))
    expect(whyOf(read)).toBe('too_large')
    expect(bodies.bytes()).toBeLessThanOrEqual(limit + packed.length)
    const fits = new PassThrough()
    fits.end(pack(bytes.subarray(0, limit)))
    expect(whyOf(await readBody({ stream: fits, encoding, length: undefined }, limit, bodies.open(1)))).toBe('')
  })

  test('a body that grows to more than two hundred times its size is not decompressed further', async () => {
    const bodies = countOpenBodies()
    const stream = new PassThrough()
    const packed = gzipSync(Buffer.alloc(9 * MIB, ' '))
    stream.end(packed)
    const read = await readBody({ stream, encoding: 'gzip', length: packed.length }, 10 * MIB, bodies.open(1))
    expect(whyOf(read)).toBe('bomb')
    expect(bodies.bytes()).toBeLessThanOrEqual(200 * packed.length + packed.length)
    const headers = { 'content-encoding': 'gzip' }
    expect(await message(POST, packed, headers)).toEqual([
      200,
      CODE.invalidBody,
      'POST Data Is Invalid. Unpacked, the body is more than 200 times as large as it was sent.',
    ])
  })

  test('a body with a too large Content-Length is not read at all', async () => {
    const stream = new PassThrough()
    const read = await readBody({ stream, encoding: undefined, length: 1001 }, 1000, countOpenBodies().open(1))
    expect([read, stream.readableFlowing]).toEqual([{ ok: false, why: 'too_large' }, null])
  })

  test('a body that stops, is too slow, or whose sender disconnects is given up', async () => {
    const open = countOpenBodies().open(1)
    const stream = new PassThrough()
    stream.write('[')
    expect(await receive(stream, 1000, open, { ...UPLOAD, idle_ms: 1 })).toEqual({ ok: false, why: 'slow' })
    expect(await receive(new PassThrough(), 1000, open, { ...UPLOAD, whole_ms: 1 })).toEqual({ ok: false, why: 'slow' })
    const leaving = new PassThrough()
    const left = receive(leaving, 1000, open)
    leaving.destroy()
    expect([await left, await receive(leaving, 1000, open)]).toEqual(Array(2).fill({ ok: false, why: 'gone' }))
  })

  test('each kind of call has its own limit and states it in the refusal', async () => {
    const blanks = Buffer.alloc(65 * 1024, ' ')
    const too_large = (size: string) => [
      200,
      CODE.invalidBody,
      `POST Data Is Invalid. The body is larger than ${size}.`,
    ]
    expect(await message('/v3/serp/id_list', blanks)).toEqual(too_large('64 kB'))
    expect(await message('/v3/appendix/webhook_resend', gzipSync(blanks), { 'content-encoding': 'gzip' })).toEqual(
      too_large('64 kB'),
    )
    expect(await message('/v3/serp/google/locations', blanks)).toEqual(too_large('64 kB'))
    expect(await message(LIVE, Buffer.alloc(2 * MIB + 1, ' '))).toEqual(too_large('2 MB'))
    expect(await message(POST, Buffer.alloc(10 * MIB + 1, ' '))).toEqual(too_large('10 MB'))
    const kinds = new Set(
      site.gateway.gate.catalogue.entries.map((entry) => `${entry.kind} ${bodyBounds(entry).bytes / 1024}`),
    )
    expect([...kinds].sort()).toEqual([
      'account 64',
      'live 10240',
      'live 2048',
      'reference 64',
      'task_get 64',
      'task_post 10240',
      'tasks_ready 64',
    ])
  })
})

describe('SEC-M1 G14 the cost of parsing is known before parsing', () => {
  const many = (part: string, count: number) => `[${Array(count).fill(part).join()}]`
  test.each([
    ['lists without end', many('[]', 130_000), 'The body holds more than 120000 values.'],
    ['maps without end', many('{}', 130_000), 'The body holds more than 120000 values.'],
    ['numbers without end', many('1', 130_000), 'The body holds more than 120000 values.'],
    ['strings without end', many('""', 130_000), 'The body holds more than 120000 values.'],
    ['nesting', `${'['.repeat(65)}1${']'.repeat(65)}`, 'The body is nested deeper than 64 levels.'],
    ['brackets only', '['.repeat(1_000_000), 'The body is nested deeper than 64 levels.'],
    [
      'names',
      `[{${Array.from({ length: 6001 }, (_, at) => `"n${at}":1`).join()}}]`,
      'The body holds more than 6000 fields.',
    ],
  ])('%s', async (_, body, more) => {
    const refusal = [200, CODE.invalidBody, `POST Data Is Invalid. ${more}`]
    expect(await message(POST, body)).toEqual(refusal)
    expect(await message(POST, gzipSync(body), { 'content-encoding': 'gzip' })).toEqual(refusal)
  })

  test('blanks', async () => {
    expect(await message(POST, `[${' '.repeat(3_200_000)}]`)).toEqual([
      200,
      CODE.invalidBody,
      'POST Data Is Invalid. The body holds more than 120000 values.',
    ])
  })

  test('a hundred tasks with a thousand keywords each are within the limits', async () => {
    const keywords = Array.from({ length: 1000 }, (_, at) => `keyword number ${at} `.padEnd(79, 'x'))
    const body = Array.from({ length: 100 }, (_, tag) => ({
      keywords,
      location_code: 2840,
      language_code: 'en',
      tag: `${tag}`,
    }))
    expect(JSON.stringify(body).length).toBeGreaterThan(8_000_000)
    expect(await customer.codes(`/sandbox${KEYWORDS}`, { body })).toEqual([
      200,
      CODE.ok,
      ...Array(100).fill(CODE.taskCreated),
    ])
    await expect.poll(() => openBytes()).toBe(0)
  })
})
