import { catalogue } from '@portico/contract/catalogue.ts'
import { playground } from '@portico/contract/playground.ts'
import { FILES_MAX } from '@portico/contract/task-bounds.ts'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { accountLogins } from '#access/index.ts'
import { balanceOf, bookGift } from '#ledger/index.ts'
import { openTestApp, type TestApp } from '#testing/app.ts'
import { dropProviders, writeWholeProvider } from '#testing/catalogue/provider.ts'
import { closeBalanced } from '#testing/close-balanced.ts'
import { MEDIA, MEDIA_PRICES, PNG } from '#testing/gateway/media.ts'
import { openTestServer, type TestServer } from '#testing/gateway/upstream.ts'

vi.setConfig({ testTimeout: 60_000, hookTimeout: 120_000 })

let site: TestApp
let upstream: TestServer
let ann: ReturnType<TestApp['browser']>
let login_id: number

beforeAll(async () => {
  upstream = await openTestServer((_, response) => response.end())
  const PROVIDER_DIR = writeWholeProvider({ 'media.yaml': MEDIA, 'prices.yaml': MEDIA_PRICES })
  site = await openTestApp({ settings: { PROVIDER_DIR, UPSTREAM_URL: `${upstream.url}/v1` } })
  const user = await site.addUser({ email: 'ann@example.com', can_pay: true })
  login_id = (await accountLogins(site.ctx, user.id))[0]?.id ?? 0
  const gift = { id: crypto.randomUUID(), login_id, amount_micros: 1_000_000, memo: 'for a test', actor: 'test' }
  await bookGift(site.ctx, gift)
  ann = await site.signedIn('ann@example.com')
})
afterAll(async () => {
  await closeBalanced(site)
  await upstream.close()
  dropProviders()
})
beforeEach(() => {
  upstream.received.length = 0
  answer(200, 'application/json', '{"text":"hello"}')
})

const answer = (status: number, type: string, body: string | Buffer) =>
  upstream.setAnswer((_, response) => response.writeHead(status, { 'content-type': type }).end(body))
const shown = async (id: string) => {
  const [method] = (await ann.must(catalogue.get, { id })).methods
  if (!method) throw new Error(`no method of ${id}`)
  return method
}
type Files = Record<string, { name: string; type: string; base64: string }[]>
const run = (method_id: string, task: Record<string, unknown>, files: Files = {}, params = {}) =>
  ann.must(playground.runLive, {
    method_id,
    params,
    task: JSON.stringify(task),
    files,
    max_micros: 1_000,
    key: crypto.randomUUID(),
  })

const SPEECH = 'POST /v1/audio/transcriptions'

test('a form of files has the fields of the document, with the one that takes a file', async () => {
  const { schema, sample, plain } = await shown('audio/transcriptions')
  expect(Object.keys(schema.properties ?? {})).toEqual([
    'file',
    'model',
    'recorded_on',
    'starts_at',
    'temperature',
    'hints',
    'options',
  ])
  expect(schema.required).toEqual(['file', 'model'])
  expect(plain).toMatchObject({ body: 'bytes', form: { type: 'multipart/form-data', files: ['file'] } })
  expect(sample).toEqual({ model: 'large' })
})

test('a file is uploaded to the source as a browser would, with the other fields, and charged once', async () => {
  const before = await balanceOf(site.ctx, login_id)
  const bytes = Buffer.from([0, 255, 13, 10, 45, 45, 128])
  const file = { name: 'schön "1".mp3', type: 'audio/mpeg', base64: bytes.toString('base64') }
  const task = { file: file.name, model: 'large', hints: ['a', 'b'], options: { speakers: 2 } }
  const exchange = await run(SPEECH, task, { file: [file] })
  expect(exchange).toMatchObject({ http_status: 200, body: '{"text":"hello"}' })
  const [received] = upstream.received
  const type = String(received?.headers['content-type'])
  const read = await new Response(Buffer.from(received?.body ?? '', 'latin1'), {
    headers: { 'content-type': type },
  }).formData()
  const sent = read.get('file')
  if (!(sent instanceof File)) throw new Error('no file')
  expect([sent.name, sent.type, Buffer.from(await sent.arrayBuffer()).equals(bytes)]).toEqual([
    file.name,
    'audio/mpeg',
    true,
  ])
  expect([read.get('model'), read.getAll('hints'), read.get('options')]).toEqual([
    'large',
    ['a', 'b'],
    '{"speakers":2}',
  ])
  expect(await balanceOf(site.ctx, login_id)).toBe(before - 1_000)
})

test('the history has the name of a file and never its content', async () => {
  const file = { name: 'secret.mp3', type: '', base64: Buffer.from('content of the file').toString('base64') }
  await run(SPEECH, { file: file.name, model: 'small' }, { file: [file] })
  const { runs } = await ann.must(playground.getHistory, {})
  expect(runs[0]?.task).toEqual({ file: 'secret.mp3', model: 'small' })
  expect(JSON.stringify(runs)).not.toContain(file.base64)
})

test('a form without files is sent in the styles of its document', async () => {
  answer(201, 'application/json', '{"sid":"1"}')
  const task = { To: '+1 (5) & 6', MediaUrl: ['https://a.example/?x=1&y=2', 'b'], Extra: { note: 'ä' } }
  await run('POST /v1/Services/{sid}/Messages.json', task, {}, { sid: 'AC1' })
  const [received] = upstream.received
  expect([received?.path, received?.headers['content-type']]).toEqual([
    '/v1/Services/AC1/Messages.json',
    'application/x-www-form-urlencoded',
  ])
  expect([...new URLSearchParams(received?.body)]).toEqual([
    ['To', '+1 (5) & 6'],
    ['MediaUrl', 'https://a.example/?x=1&y=2'],
    ['MediaUrl', 'b'],
    ['Extra[note]', 'ä'],
  ])
})

test('a body that is one file is sent as it is, with its type where the document allows it', async () => {
  answer(204, 'application/json', '')
  const put = 'PUT /v1/pictures/{name}'
  for (const type of ['image/jpeg', 'image/webp', '']) {
    const file = { name: 'a', type, base64: PNG.toString('base64') }
    await run(put, { body: 'a' }, { body: [file] }, { name: 'a.png' })
  }
  expect(upstream.received.map(({ headers }) => headers['content-type'])).toEqual([
    'image/jpeg',
    'image/png',
    'image/png',
  ])
  expect(upstream.received.every(({ body }) => Buffer.from(body, 'latin1').equals(PNG))).toBe(true)
})

test.each(['image/png', 'audio/mpeg', 'application/pdf', 'application/octet-stream'])(
  'an answer of the type %s comes back with its bytes',
  async (type) => {
    answer(200, type, PNG)
    const exchange = await run('GET /v1/pictures/{name}', {}, {}, { name: 'red.png' })
    expect(exchange).toMatchObject({ body: `${type}, ${PNG.length} bytes`, bytes: PNG.toString('base64') })
  },
)

test('a text answer comes back as text alone', async () => {
  answer(200, 'text/html', '<b>hello</b>')
  const exchange = await run('GET /v1/pictures/{name}', {}, {}, { name: 'red.png' })
  expect(exchange).toMatchObject({ body: '<b>hello</b>' })
  expect(exchange).not.toHaveProperty('bytes')
})

test.each([
  ['a field that takes none', SPEECH, { model: [{ name: 'a', type: '', base64: '' }] }],
  ['a name of every object', SPEECH, { constructor: [{ name: 'a', type: '', base64: '' }] }],
  [
    'more bytes than allowed',
    SPEECH,
    {
      file: [
        { name: 'a', type: '', base64: 'A'.repeat(Math.ceil(FILES_MAX / 3) * 4 - 4) },
        { name: 'b', type: '', base64: 'AAAAAAAA' },
      ],
    },
  ],
  ['text that is no base64', SPEECH, { file: [{ name: 'a', type: '', base64: '<b>' }] }],
])('files for %s are refused and nothing is sent', async (_what, method_id, files) => {
  const { status } = await ann.call(playground.runInSandbox, { method_id, task: '{"model":"large"}', files })
  expect(status).toBeGreaterThanOrEqual(400)
  expect(upstream.received).toEqual([])
})
