import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { CODE } from '@portico/contract/codes.ts'
import type { Output } from '@portico/contract/endpoint.ts'
import { operator } from '@portico/contract/operator.ts'
import { beforeAll, expect, test, vi } from 'vitest'
import { deriveRollups } from '#ledger/jobs/index.ts'
import { BUNDLED } from '#testing/catalogue/provider.ts'
import { type Customer, openCustomer } from '#testing/gateway/customer.ts'
import { sharedApp } from '#testing/shared-app.ts'

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

const BOOK = readFileSync(join(BUNDLED, 'prices.yaml'), 'utf8')
const by = 'test'
const file = 'prices.yaml'
const GRAMMAR = '/v3/content_generation/check_grammar/live'
const IDEAS = '/v3/portico_labs/google/keyword_ideas/live'
const SERP = '/v3/serp/google/organic/live/advanced'
const PER_ROW = 'per_request: 0.012, per_result: 0.00012'
const where = { location_code: 2840, language_code: 'en' }

const app = sharedApp({ price_timing: { refresh_ms: 40, fresh_ms: 60_000, lead_ms: 400 } })
let many: Customer
let few: Customer
let special: Customer

/** The bundled prices under another name. */
const bookOf = (version: string, change: (book: string) => string = (book) => book) =>
  change(BOOK.replace(/^version: .*$/m, `version: '${version}'`))
const grammarAt = (usd: string) => (book: string) =>
  book.replace(/(check_grammar:\n {4}live: \{ per_request: )[\d.]+/, `$1${usd}`)
const planAt = (plan: string, from: string, to: string) => (book: string) => {
  const at = book.indexOf(`\n  ${plan}:\n`)
  const changed = book.slice(0, at) + book.slice(at).replace(from, to)
  expect(changed).not.toBe(book)
  return changed
}
async function spend(customer: Customer, times: { grammar: number; ideas: number[]; serp: number }) {
  const sent = [
    ...Array.from(
      { length: times.grammar },
      () => [GRAMMAR, { text: 'Hello, I am Ada.', language_code: 'en' }] as const,
    ),
    ...times.ideas.map((limit) => [IDEAS, { keywords: ['rain'], limit, ...where }] as const),
    ...Array.from({ length: times.serp }, () => [SERP, { keyword: 'rain', depth: 30, ...where }] as const),
  ]
  let micros = 0
  for (const [path, task] of sent) {
    const { body } = await customer.call(path, { body: [task] })
    expect(body?.tasks?.[0]?.status_code).toBe(CODE.ok)
    micros += Math.round((body?.tasks?.[0]?.cost ?? 0) * 1_000_000)
  }
  await deriveRollups(app.ctx)
  return micros
}
async function effectOf(book: string, email?: string): Promise<Output<typeof operator.priceEffect>> {
  const { status, body } = await app.operator(operator.priceEffect, { book, file, ...(email && { email }) })
  if (!('rows' in body)) throw new Error(`${status} ${JSON.stringify(body)}`)
  return body
}
const apply = async (book: string, email?: string) => {
  const { body } = await app.operator(operator.applyPrices, {
    book,
    file,
    is_announced: false,
    by,
    ...(email && { email }),
  })
  expect(body).toHaveProperty('version')
  await app.prices.refresh()
  await new Promise((resolve) => setTimeout(resolve, 500))
}

beforeAll(async () => {
  many = await openCustomer(app)
  few = await openCustomer(app)
  special = await openCustomer(app)
  const own =
    "version: 'contract'\nvalid_from: 2026-01-01\nfunctions:\n  content_generation/check_grammar:\n    live: { per_request: 0.00007 }\n"
  await apply(own, special.login)
  await spend(many, { grammar: 5, ideas: [7, 30], serp: 2 })
  await spend(few, { grammar: 1, ideas: [], serp: 0 })
  await spend(special, { grammar: 4, ideas: [], serp: 0 })
})

test('the effect of a price by request is exact for each customer, and one whose contract names the function is not in it', async () => {
  const effect = await effectOf(bookOf('dear', grammarAt('0.00025')))
  expect(effect).toEqual({
    before_micros: 600,
    after_micros: 1500,
    customers: 2,
    more: 2,
    less: 0,
    estimated: [],
    rows: [
      { id: expect.any(Number), email: many.login, before_micros: 500, after_micros: 1250 },
      { id: expect.any(Number), email: few.login, before_micros: 100, after_micros: 250 },
    ],
  })
})

test('the effect of a contract counts the calls of its account alone', async () => {
  const own =
    "version: 'better'\nvalid_from: 2026-01-01\nfunctions:\n  content_generation/check_grammar:\n    live: { per_request: 0.00001 }\n"
  expect(await effectOf(own, special.login)).toMatchObject({
    customers: 1,
    before_micros: 280,
    after_micros: 40,
    less: 1,
  })
})

test('the same calls cost after a change exactly what its effect has shown before, by request and by result', async () => {
  const again = await openCustomer(app)
  const before = await spend(again, { grammar: 3, ideas: [4, 11, 26], serp: 0 })
  const book = bookOf('rows', (text) =>
    planAt('labs-keyword-rows', PER_ROW, 'per_request: 0.0131, per_result: 0.00037')(grammarAt('0.00031')(text)),
  )
  const shown = (await effectOf(book)).rows.find(({ email }) => email === again.login)
  expect(shown?.before_micros).toBe(before)
  await apply(book)
  const repeated = await spend(await openCustomer(app), { grammar: 3, ideas: [4, 11, 26], serp: 0 })
  expect(repeated).toBe(shown?.after_micros)
  expect(repeated).toBeGreaterThan(before)
})

test('the effect of a price by pages is estimated from what came back, and is named as an estimate', async () => {
  const cheaper = (text: string) => planAt('google-pages', 'per_page: 0.0015', 'per_page: 0')(text)
  const effect = await effectOf(
    bookOf('pages', (text) =>
      cheaper(
        planAt('labs-keyword-rows', PER_ROW, 'per_request: 0.0131, per_result: 0.00037')(grammarAt('0.00031')(text)),
      ),
    ),
  )
  expect(effect.estimated).toContain('serp/google/organic')
  const row = effect.rows.find(({ email }) => email === many.login)
  expect(row?.after_micros).toBeLessThan(row?.before_micros ?? 0)
  expect(row?.after_micros).toBeGreaterThan(0)
})

test('a book that cannot be read is refused by the effect as by the check, and one without a difference has none', async () => {
  const broken = await app.operator(operator.priceEffect, { book: 'version: x\nfunctions: [', file })
  expect(broken).toMatchObject({ status: 400, body: { fields: { book: expect.stringContaining('prices.yaml:') } } })
  const { body } = await app.operator(operator.priceBook, {})
  expect(body).toMatchObject({ version: 'rows' })
  const same = 'book' in body ? body.book.replace(/^version: .*$/m, "version: 'same'") : ''
  expect(await effectOf(same)).toMatchObject({ customers: 0, before_micros: 0, after_micros: 0, rows: [] })
})

test('the text of a version is read by its name, and an unknown name is refused', async () => {
  const { body } = await app.operator(operator.priceBook, { version: '2026.2' })
  expect(body).toMatchObject({ version: '2026.2', book: BOOK })
  expect(await app.operator(operator.priceBook, { version: 'contract' })).toMatchObject({ status: 400 })
})
