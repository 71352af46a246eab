import { CODE } from '@portico/contract/codes.ts'
import type { Output } from '@portico/contract/endpoint.ts'
import { operator } from '@portico/contract/operator.ts'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { deriveRollups } from '#ledger/jobs/index.ts'
import { openTestApp, type TestApp } from '#testing/app.ts'
import { DOCUMENT, dropProviders, writeWholeProvider } from '#testing/catalogue/provider.ts'
import { type Customer, openCustomer } from '#testing/gateway/customer.ts'

vi.setConfig({ testTimeout: 90_000, hookTimeout: 90_000 })

const PATH = '/v3/weather/days/live'
const BOOK = `version: 'one'
valid_from: 2026-01-01
functions:
  weather/days:
    results: { field: limit }
    live: { per_request: 0.001, per_result: 0.0001 }
`
/** The same document with a new field that is required, and another path. */
const NEXT = DOCUMENT.replace('required: [city]', 'required: [city, country]')
  .replace('        city:', '        country: { type: string }\n        city:')
  .replace(
    '  /v3/weather/days/live:',
    '  /v3/weather/hours/live:\n    post: { summary: Hours, responses: { "200": { description: ok } } }\n  /v3/weather/days/live:',
  )
const GONE = DOCUMENT.replaceAll('/v3/weather/days/live', '/v3/weather/weeks/live')
const by = 'test'
const reason = 'for a test'

let app: TestApp
let other: Awaited<ReturnType<TestApp['sibling']>>
let ann: Customer
let bob: Customer

type Uploaded = Output<typeof operator.uploadFile>
type Sent = Partial<{ file: string; text: string; folder: 'documents' | 'overlays'; onto: number; remove: boolean }>
const send = (sent: Sent) =>
  app.operator(operator.uploadFile, { file: 'weather.yaml', text: '', folder: 'documents', ...sent, reason, by })
async function upload(sent: Sent): Promise<Uploaded> {
  const { status, body } = await send(sent)
  if (!('report' in body)) throw new Error(`${status} ${JSON.stringify(body)}`)
  return body
}
const activate = (id: number | null) => app.operator(operator.activateUpload, { id, reason, by })
const counts = async () => {
  const { rows } = await app.database.owner.query(
    'select (select count(*)::int from catalogue_uploads) as uploads, (select count(*)::int from catalogue_activations) as active',
  )
  return rows[0]
}
const call = async (
  customer: Customer,
  at: TestApp['app'],
  path = PATH,
  task: object = { city: 'Rostock', limit: 3 },
) => (await customer.call(path, { body: [task], app: at })).body?.tasks?.[0]

beforeAll(async () => {
  const PROVIDER_DIR = writeWholeProvider({ 'prices.yaml': BOOK })
  app = await openTestApp({
    settings: { PROVIDER_DIR },
    products: [],
    price_timing: { refresh_ms: 40, fresh_ms: 60_000, lead_ms: 1_500 },
  })
  other = await app.sibling()
  ann = await openCustomer(app)
  bob = await openCustomer(app)
  for (const customer of [ann, ann, ann, bob])
    expect(await call(customer, app.app)).toMatchObject({ status_code: CODE.ok })
  await deriveRollups(app.ctx)
})
afterAll(async () => {
  await app.close()
  dropProviders()
})

test('an upload reports what is added, changed and broken, names who calls it, and changes nothing that is sold', async () => {
  const { id, report } = await upload({ text: NEXT })
  expect(report.added).toEqual([{ id: 'POST /v3/weather/hours/live', function: 'weather/hours', is_sold: false }])
  expect(report.removed).toEqual([])
  expect(report.changed).toEqual([
    {
      id: `POST ${PATH}`,
      api: 'weather',
      function: 'weather/days',
      parts: [expect.objectContaining({ what: 'country', before: null, is_breaking: true })],
    },
  ])
  expect(report.broken).toEqual([
    {
      function: 'weather/days',
      customers: 2,
      requests: 4,
      top: [
        expect.objectContaining({ email: ann.login, requests: 3 }),
        expect.objectContaining({ email: bob.login, requests: 1 }),
      ],
    },
  ])
  expect(await call(ann, app.app)).toMatchObject({ status_code: CODE.ok })
  const again = await app.operator(operator.showUpload, { id })
  expect(again.body).toMatchObject({ upload: { state: 'draft', files: [{ name: 'weather.yaml' }] }, report })
})

test('an upload is tried in the sandbox: a wrong request has its faults, a right one an answer and its highest price', async () => {
  const { id } = await upload({ text: NEXT })
  const tryIt = (task: Record<string, unknown>) =>
    app.operator(operator.tryUpload, { id, operation: `POST ${PATH}`, task: JSON.stringify(task), by })
  expect((await tryIt({ city: 'Rostock' })).body).toMatchObject({ faults: [expect.stringContaining('country')] })
  const right = await tryIt({ city: 'Rostock', country: 'DE', limit: 3 })
  expect(right.body).toMatchObject({ faults: [], max_micros: 1300, answer: expect.anything() })
  for (const task of ['', '{', '[]', 'null', '7'])
    expect(await app.operator(operator.tryUpload, { id, operation: `POST ${PATH}`, task, by }), task).toMatchObject({
      status: 400,
      body: { fields: { task: expect.any(String) } },
    })
  const unknown = await app.operator(operator.tryUpload, { id, operation: 'GET /none', task: '{}', by })
  expect(unknown).toMatchObject({ status: 400, body: { fields: { file: expect.stringContaining('no operation') } } })
})

test('an activated upload counts on both instances at the same moment without a restart, and going back restores what was before', async () => {
  const { id } = await upload({ text: GONE })
  const before = [await call(ann, app.app), await call(ann, other.app)]
  expect(before).toMatchObject([{ status_code: CODE.ok }, { status_code: CODE.ok }])
  const { body } = await activate(id)
  // Not before its moment, as another instance may not know it yet.
  expect(await call(ann, app.app)).toMatchObject({ status_code: CODE.ok })
  const valid_from = 'valid_from' in body ? Date.parse(body.valid_from) : Number.NaN
  await new Promise((resolve) => setTimeout(resolve, Math.max(0, valid_from - Date.now()) + 300))
  for (const site of [app.app, other.app]) {
    expect((await ann.call(PATH, { body: [{ city: 'Rostock' }], app: site })).body?.status_code).toBe(CODE.notFound)
    // A function of a new document has no price yet: it is refused and never free.
    expect(await ann.call('/v3/weather/weeks/live', { body: [{ city: 'Rostock' }], app: site })).toMatchObject({
      body: { status_code: CODE.notImplemented },
    })
  }
  // A third instance that starts now has the same documents.
  const third = await app.sibling()
  expect((await ann.call(PATH, { body: [{ city: 'Rostock' }], app: third.app })).body?.status_code).toBe(CODE.notFound)
  const listed = await app.operator(operator.listUploads, {})
  expect(listed.body).toMatchObject({
    in_force: id,
    uploads: [{ id, state: 'in force' }, { state: 'draft' }, { state: 'draft' }],
  })

  await activate(null)
  await expect.poll(() => [app.prices.uploadId(), other.prices.uploadId()], { timeout: 10_000 }).toEqual([null, null])
  expect(await call(ann, other.app)).toMatchObject({ status_code: CODE.ok, cost: 0.0013 })
  const { body: log } = await app.operator(operator.listAudit, { limit: 4 })
  expect(JSON.stringify(log)).toContain('catalogue_activated')
})

test('a call before and one after a new document and its price are each priced by the version of their time', async () => {
  const { id } = await upload({ file: 'more.yaml', text: GONE })
  await activate(id)
  await expect.poll(() => [app.prices.uploadId(), other.prices.uploadId()], { timeout: 10_000 }).toEqual([id, id])
  const book = `${BOOK.replace("'one'", "'two'").replace('0.001,', '0.004,')}  weather/weeks:\n    live: { per_request: 0.06 }\n`
  const early = await call(bob, other.app)
  const { body } = await app.operator(operator.applyPrices, { book, file: 'prices.yaml', is_announced: false, by })
  expect(body).toMatchObject({
    version: 'two',
    changes: [{ before: 'not sold' }, { after: expect.stringContaining('0.004') }],
  })
  await expect.poll(() => other.prices.catalogue.prices.version, { timeout: 10_000 }).toBe('two')
  const late = await call(bob, other.app)
  const weeks = await call(bob, other.app, '/v3/weather/weeks/live', { city: 'Rostock' })
  expect([early?.cost, late?.cost, weeks?.cost]).toEqual([0.0013, 0.0043, 0.06])
  const { rows } = await app.database.owner.query(
    `select distinct v.version, u.cost_micros::int as micros from usage_events u join price_versions v on v.id = u.price_version
      where u.login_id = $1 order by micros`,
    [bob.login_id],
  )
  expect(rows).toEqual([
    { version: 'one', micros: 1300 },
    { version: 'two', micros: 4300 },
    { version: 'two', micros: 60000 },
  ])
})

test('a plain document of a new address is answered after its activation, and an overlay changes it on top of the draft', async () => {
  const plain = `openapi: 3.1.0
info: { title: Rain, version: '1' }
paths: { /rain/now: { get: { x-portico-kind: live, x-portico-price: { live: { per_request: 0.002 } }, responses: { '200': { description: ok, content: { application/json: { example: { mm: 3 } } } } } } } }`
  const overlay = `overlay: 1.0.0
info: { title: Names, version: '1' }
actions: [{ target: "$.paths['/rain/now'].get", update: { summary: Rain right now } }]`
  expect(
    (await app.app.inject({ url: '/rain/now', headers: { authorization: ann.authorization } })).headers['x-cost'],
  ).toBeUndefined()
  const first = await upload({ file: 'rain.yaml', text: plain })
  const { id } = await upload({ file: 'names.yaml', folder: 'overlays', text: overlay, onto: first.id })
  await activate(id)
  await expect.poll(() => [app.prices.uploadId(), other.prices.uploadId()], { timeout: 10_000 }).toEqual([id, id])
  for (const site of [app.app, other.app]) {
    const reply = await site.inject({ url: '/rain/now', headers: { authorization: ann.authorization } })
    expect([reply.statusCode, reply.headers['x-cost']]).toEqual([200, '0.002000'])
  }
  expect(app.ctx.catalogue.find('GET', '/rain/now')?.entry.title).toBe('Rain right now')
  const document = await other.app.inject({ url: '/openapi.json' })
  expect(Object.keys(document.json().paths)).toContain('/rain/now')
})

const nested = (depth: number) => `{"openapi":"3.1.0","x":${'['.repeat(depth)}${']'.repeat(depth)}}`
test.each([
  ['larger than 2 MB', { text: `openapi: 3.1.0\n#${'x'.repeat(2_100_000)}` }, /may have 2.0 MB/],
  ['nested a million times', { file: 'deep.json', text: nested(1_000_000) }, /nested too deeply/],
  [
    'that multiplies aliases',
    {
      text: `a: &a [x,x,x,x,x,x,x,x,x]\n${'bcdefghi'.replaceAll(/./g, (one) => `${one}: &${one} [${`*${String.fromCharCode(one.charCodeAt(0) - 1)},`.repeat(9)}]\n`)}`,
    },
    /alias/i,
  ],
  ['that is no YAML', { text: 'openapi: [3.1' }, /weather.yaml:1/],
  ['of Swagger 2', { text: 'swagger: "2.0"\npaths: {}' }, /Swagger 2/],
  ['without anything', { text: ' \n' }, /is empty/],
  [
    'that leaves nothing to sell',
    {
      text: 'openapi: 3.1.0\ninfo: { title: x, version: "1" }\npaths: { /v3/a/b/live: { post: { requestBody: { $ref: "#/nowhere" } } } }',
    },
    /leads nowhere/,
  ],
  ['that is named as no document', { file: '../../../etc/passwd', text: 'x' }, /a name has letters/],
  [
    'as an overlay that is none',
    { file: 'o.yaml', folder: 'overlays' as const, text: 'overlay: 1.0.0' },
    /an overlay has/,
  ],
])('a document %s is refused with the reason, and nothing is stored', async (_, sent, message) => {
  await activate(null)
  await expect.poll(() => app.prices.uploadId(), { timeout: 10_000 }).toBeNull()
  const before = await counts()
  const reply = await send(sent)
  expect(reply).toMatchObject({ status: 400, body: { fields: { file: expect.stringMatching(message) } } })
  expect(await counts()).toEqual(before)
  expect(await call(ann, app.app)).toMatchObject({ status_code: CODE.ok })
})

test('parts with cyclic or external references and paths of the operator’s account are not sold, and the report names each', async () => {
  const text = `openapi: 3.1.0
info: { title: Odd, version: '1' }
paths:
  /odd/cycle: { get: { parameters: [{ $ref: '#/components/parameters/A' }], responses: { '200': { description: ok } } } }
  /odd/far: { get: { parameters: [{ $ref: 'http://169.254.169.254/latest.yaml#/a' }], responses: { '200': { description: ok } } } }
  /odd/file: { get: { parameters: [{ $ref: '../../../../etc/passwd#/a' }], responses: { '200': { description: ok } } } }
  /odd/balance: { get: { responses: { '200': { description: ok } } } }
  /odd/fine: { get: { x-portico-kind: live, responses: { '200': { description: ok } } } }
components: { parameters: { A: { $ref: '#/components/parameters/B' }, B: { $ref: '#/components/parameters/A' } } }`
  const source = await app.sibling({
    settings: { UPSTREAM_URL: 'http://127.0.0.1:9', PROVIDER_DIR: app.ctx.env.provider_dir },
  })
  const { body } = await source.operator(operator.uploadFile, {
    file: 'odd.yaml',
    folder: 'documents',
    text,
    reason,
    by,
  })
  if (!('report' in body)) throw new Error(JSON.stringify(body))
  const why = Object.fromEntries(body.report.left_out.map((one) => [one.id, one]))
  expect(why['GET /odd/cycle']).toMatchObject({ why: 'fault', reason: expect.stringContaining('leads back to itself') })
  expect(why['GET /odd/far']).toMatchObject({ why: 'fault', reason: expect.stringContaining('leads nowhere') })
  expect(why['GET /odd/file']).toMatchObject({ why: 'fault', reason: expect.stringContaining('leads nowhere') })
  expect(why['GET /odd/balance']).toMatchObject({ why: 'question' })
  expect(body.report.added.map(({ id }) => id)).toEqual(['GET /odd/fine'])
})

test('a long upload of a stranger is refused before its body is read', async () => {
  const reply = await app.app.inject({
    method: 'POST',
    url: operator.uploadFile.path,
    headers: { 'content-type': 'application/json' },
    payload: `{"text":"${'x'.repeat(9_000_000)}`,
  })
  expect(reply.statusCode).toBe(404)
})

test('two uploads at the same time are both stored, and the activation of an unknown one is refused', async () => {
  const made = await Promise.all([upload({ text: NEXT }), upload({ file: 'b.yaml', text: GONE })])
  expect(new Set(made.map(({ id }) => id)).size).toBe(2)
  expect(await activate(999_999)).toMatchObject({ status: 400, body: { fields: { id: 'is no upload' } } })
})
