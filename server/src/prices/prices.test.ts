import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { booting } from '@portico/contract/boot.ts'
import { CODE } from '@portico/contract/codes.ts'
import { operator } from '@portico/contract/operator.ts'
import { MINUTE_MS } from '@portico/contract/time.ts'
import { usage } from '@portico/contract/usage.ts'
import { beforeAll, describe, expect, test } from 'vitest'
import { openCatalogue } from '#catalogue/index.ts'
import { checkBooks } from '#ledger/books/index.ts'
import { openTestApp, type TestApp } from '#testing/app.ts'
import { dropProviders, PRICES, writeProvider, writeWholeProvider } from '#testing/catalogue/provider.ts'
import { openCustomer } from '#testing/gateway/customer.ts'
import { openTestServer, send } from '#testing/gateway/upstream.ts'
import { sharedApp } from '#testing/shared-app.ts'
import { openPrices } from './index.ts'

const BOOK = readFileSync(join(import.meta.dirname, '../../../provider/prices.yaml'), 'utf8')
const PATH = '/v3/content_generation/check_grammar/live'
const TASK = '/v3/serp/google/organic/task_post'
const TIMING = { refresh_ms: 40, fresh_ms: 60_000, lead_ms: 400 }
const by = 'test'
const file = 'prices.yaml'
const app = sharedApp({ price_timing: TIMING })
let other: Awaited<ReturnType<TestApp['sibling']>>

/** The bundled prices under another name, a grammar check at another price. */
function bookOf(version: string, usd: string, valid_from = '2026-01-01') {
  return BOOK.replace(/^version: .*$/m, `version: '${version}'`)
    .replace(/^valid_from: .*$/m, `valid_from: ${valid_from}`)
    .replace(/(content_generation\/check_grammar:\n {4}live: \{ per_request: )[\d.]+/, `$1${usd}`)
}

const grammar = { body: [{ text: 'Hello, my name is Ada.', language_code: 'en' }] }
const charged = async (version: string) =>
  (
    await app.database.owner.query(
      `select u.cost_micros::int as micros from usage_events u join price_versions v on v.id = u.price_version
        where v.version = $1 and u.api = 'content_generation'`,
      [version],
    )
  ).rows.map(({ micros }) => micros)
const until = async (isSo: () => Promise<boolean>) => {
  while (!(await isSo())) await new Promise((resolve) => setTimeout(resolve, 20))
}

beforeAll(async () => {
  other = await app.sibling()
})

test('a provider folder of another API sells at its own prices at once, and the log names the command that applies them', async () => {
  const site = await openTestApp()
  const PROVIDER_DIR = writeWholeProvider({
    'own.yaml': `openapi: 3.1.0
info: { title: Own, version: '1' }
paths: { /own/rows: { get: { x-portico-kind: live, responses: { '200': { description: ok, content: { application/json: { example: [1] } } } } } } }`,
    'prices.yaml': "version: '2026.2'\nvalid_from: 2026-01-01\ndefault: { per_request: 0.002 }\nfunctions: {}\n",
  })
  const source = await openTestServer((_, response) => send(response, '[1]'))
  const own = await site.sibling({ settings: { PROVIDER_DIR, UPSTREAM_URL: source.url } })
  const { authorization } = await openCustomer(site)
  const reply = await own.app.inject({ url: '/own/rows', headers: { authorization } })
  expect([reply.statusCode, reply.headers['x-cost'], reply.body]).toEqual([200, '0.002000', '[1]'])
  expect(own.log_lines.join('')).toContain('the applied prices fit nothing of this provider folder')
  // The installation's own folder keeps the prices that were applied.
  expect((await (await openCustomer(site)).call(PATH, grammar)).body?.cost).toBe(0.0001)
  await source.close()
  dropProviders()
  await site.close()
})

test('prices of another provider folder come into force at their moment, without a restart', async () => {
  const provider_dir = writeProvider({ 'prices.yaml': PRICES.replace('2026-01-01', '2126-01-01') })
  const file_catalogue = openCatalogue(provider_dir)
  const valid_from = new Date(Date.now() + 1000).toISOString()
  const soon = { ...file_catalogue, prices: { ...file_catalogue.prices, valid_from } }
  const prices = await openPrices(app.ctx, { file_catalogue: soon, provider_dir, openWith: () => soon }, TIMING)
  const tariff = () => prices.catalogue.find('POST', '/v3/weather/days/live')?.entry.tariff ?? null
  expect(tariff(), 'not yet').toBeNull()
  await expect.poll(tariff, { timeout: 10_000 }).not.toBeNull()
  prices.close()
})

describe('applied prices', () => {
  test('a fresh database takes the prices of the file, and every charge names them', async () => {
    const customer = await openCustomer(app)
    const answer = await customer.call(PATH, grammar)
    expect(answer.body?.status_code).toBe(CODE.ok)
    expect(await charged('2026.2')).toEqual([100])
    const { body } = await app.operator(operator.listPrices, {})
    expect(body).toMatchObject({ versions: [{ version: '2026.2', state: 'in force', actor: 'start' }] })
  })

  test('the drawer of a call shows the version it was charged by', async () => {
    const customer = await openCustomer(app)
    await customer.call(PATH, grammar)
    const { rows } = await app.database.owner.query('select id from usage_events where login_id = $1', [
      customer.login_id,
    ])
    const browser = await app.signedIn(customer.login)
    expect(await browser.must(usage.getUsageTask, { scope: 'api', id: rows[0].id })).toMatchObject({
      price_version: '2026.2',
    })
  })

  test('a preview equals the result of applying, and a used name or a broken price book is refused', async () => {
    const input = { book: bookOf('preview', '0.0002'), file, at: '2099-01-01T00:00:00.000Z' }
    const changes = [{ id: `POST ${PATH}`, before: '$0.000100 a request', after: '$0.000200 a request' }]
    const seen = await app.operator(operator.checkPrices, input)
    expect(seen.body).toMatchObject({ version: 'preview', valid_from: input.at, in_force: '2026.2', changes })
    expect((await app.operator(operator.listPrices, {})).body).toMatchObject({ versions: [{ version: '2026.2' }] })
    const done = await app.operator(operator.applyPrices, { ...input, is_announced: true, by })
    expect(done.body).toEqual(seen.body)

    const twice = await app.operator(operator.applyPrices, { ...input, is_announced: true, by })
    expect(twice.body).toMatchObject({ fields: { book: expect.stringContaining('is applied already') } })
    const renamed = { ...input, book: bookOf('preview', '0.0003'), is_announced: true, by }
    expect((await app.operator(operator.applyPrices, renamed)).body).toMatchObject({
      fields: { book: expect.stringContaining('give it another version') },
    })
    const broken = await app.operator(operator.checkPrices, { ...input, book: bookOf('broken', 'much') })
    expect(broken.body).toMatchObject({ fields: { book: expect.stringMatching(/prices\.yaml:\d+: /) } })
    const past = await app.operator(operator.checkPrices, {
      ...input,
      book: bookOf('past', '1'),
      at: '2020-01-01T00:00:00Z',
    })
    expect(past.body).toMatchObject({ fields: { at: 'must be a moment to come' } })
  })

  test('customers see a notice of new prices until those are withdrawn', async () => {
    const customer = await openCustomer(app)
    const browser = await app.signedIn(customer.login)
    const notices = async () =>
      (await browser.must(booting.boot, {})).notices.map(({ kind, starts_at }) => [kind, starts_at])
    expect(await notices()).toEqual([['prices', '2099-01-01T00:00:00.000Z']])
    const gone = await app.operator(operator.withdrawPrices, { version: 'preview', by })
    expect(gone.body).toMatchObject({ version: 'preview' })
    expect(await notices()).toEqual([])
    const late = await app.operator(operator.withdrawPrices, { version: '2026.2', by })
    expect(late.body).toMatchObject({ fields: { version: expect.stringContaining('is in force') } })
  })

  test('two instances change at one moment while calls are made, and each charge is the price of the version it names', async () => {
    const customer = await openCustomer(app)
    const prices: Record<string, number> = { '2026.2': 100, second: 500, third: 300 }
    let is_over = false
    const caller = async (site: TestApp['app']) => {
      const seen: string[] = []
      while (!is_over) {
        const { body } = await customer.call(PATH, { ...grammar, app: site })
        if (body?.status_code === CODE.ok) seen.push(String(body.tasks?.[0]?.cost))
      }
      return seen
    }
    const callers = [app, app, other, other].map(({ app: site }) => caller(site))
    for (const version of ['second', 'third']) {
      const usd = String((prices[version] ?? 0) / 1_000_000)
      const book = bookOf(version, usd)
      const { body } = await app.operator(operator.applyPrices, { book, file, is_announced: false, by })
      expect(body).toMatchObject({ version })
      await until(async () => (await charged(version)).length > 20)
    }
    is_over = true
    const seen = await Promise.all(callers)

    for (const [version, micros] of Object.entries(prices)) {
      const all = await charged(version)
      expect(all.length).toBeGreaterThan(0)
      expect(new Set(all)).toEqual(new Set([micros]))
    }
    // Neither instance returns to earlier prices.
    for (const costs of seen) {
      const order = ['0.0001', '0.0005', '0.0003']
      const positions = costs.map((cost) => order.indexOf(cost))
      expect(positions).toEqual(positions.toSorted())
    }
    const { rows } = await app.database.owner.query(
      `select count(*)::int as unnamed from usage_events where cost_micros > 0 and price_version is null`,
    )
    expect(rows).toEqual([{ unnamed: 0 }])
    expect(await checkBooks(app.ctx)).toMatchObject({ balanced: true })
  })

  test('an instance with another prices.yaml charges by the applied prices, and logs that its file does not count', async () => {
    const { log_lines, app: site } = await app.sibling()
    expect(log_lines.join('')).toContain('prices.yaml')
    const customer = await openCustomer(app)
    const { body } = await customer.call(PATH, { ...grammar, app: site })
    // The bundled file has 0.0001; applied is the third version.
    expect(body?.tasks?.[0]?.cost).toBe(0.0003)
  })

  test('an account may have its own prices for some functions, from a moment on and until another', async () => {
    const [special, usual] = [await openCustomer(app), await openCustomer(app)]
    const own = [
      "version: 'contract 7'",
      'valid_from: 2026-01-01',
      'functions:',
      '  content_generation/check_grammar:',
      '    live: { per_request: 0.00007 }',
    ].join('\n')
    const cost = async (customer: typeof special, path = PATH, sent: object = grammar) =>
      (await customer.call(path, sent)).body?.tasks?.[0]?.cost
    const common = await cost(usual)
    const { body } = await app.operator(operator.applyPrices, {
      book: own,
      file,
      email: special.login,
      is_announced: true,
      by,
    })
    expect(body).toMatchObject({ version: 'contract 7', in_force: null, changes: [{ id: `POST ${PATH}` }] })
    await until(async () => (await cost(special)) === 0.00007)
    expect(await cost(usual)).toBe(common)
    const prices = await special.call('/v3/appendix/user_data')
    expect(JSON.stringify(prices.body)).toContain('0.00007')
    // Functions outside of the contract have the common prices.
    const summary = { body: [{ text: 'A text that is long enough to say something.', language_name: 'English' }] }
    const path = '/v3/content_generation/text_summary/live'
    expect(await cost(special, path, summary)).toBe(await cost(usual, path, summary))

    const next = own.replace('contract 7', 'contract 8').replace('0.00007', '0.00005')
    const seen = await app.operator(operator.checkPrices, { book: next, file, email: special.login })
    expect(seen.body, 'compared with the contract in force').toMatchObject({
      in_force: 'contract 7',
      changes: [{ before: '$0.000070 a request', after: '$0.000050 a request' }],
    })
    await app.operator(operator.endOwnPrices, { email: special.login, by })
    await until(async () => (await cost(special)) === common)
    expect(await charged('contract 7')).toContain(70)
  })

  test('a task posted before a change is refunded by the prices it was posted at', async () => {
    const customer = await openCustomer(app)
    const body = [{ keyword: 'a', location_code: 2840, language_code: 'en', depth: 100 }]
    const post = async () => {
      const { status_code } = (await customer.call(TASK, { body })).body?.tasks?.[0] ?? {}
      expect(status_code).toBe(CODE.taskCreated)
    }
    const run = async () => {
      app.clock.forward(MINUTE_MS)
      await app.gateway.runDueTasks()
    }
    await post()
    await run()
    await post()
    const cheap = bookOf('cheap', '0.0003').replaceAll('per_page: 0.00045', 'per_page: 0.000001')
    await app.operator(operator.applyPrices, { book: cheap, file, is_announced: false, by })
    await until(async () => app.prices.catalogue.prices.version === 'cheap')
    await run()
    const { rows } = await app.database.owner.query(
      `select u.cost_micros::int, o.refunded_micros::int, v.version from usage_events u join usage_outcomes o using (id)
        join price_versions v on v.id = u.price_version where u.login_id = $1`,
      [customer.login_id],
    )
    expect(rows).toHaveLength(2)
    expect(rows[0]).toEqual({ ...rows[1], version: 'third' })
    expect(await checkBooks(app.ctx)).toMatchObject({ balanced: true })
  })
})
