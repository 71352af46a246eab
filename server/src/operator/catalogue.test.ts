import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { operator } from '@portico/contract/operator.ts'
import { DAY_MS } from '@portico/contract/time.ts'
import { beforeAll, expect, test, vi } from 'vitest'
import { deriveRollups } from '#ledger/jobs/index.ts'
import type { TestApp } from '#testing/app.ts'
import { BUNDLED } from '#testing/catalogue/provider.ts'
import { type Customer, openCustomer } from '#testing/gateway/customer.ts'
import { sharedApp } from '#testing/shared-app.ts'
import { bookCalls, liveCall, type TestCall } from '#testing/usage/calls.ts'

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

const BOOK = readFileSync(join(BUNDLED, 'prices.yaml'), 'utf8')
const GRAMMAR = 'content_generation/check_grammar'
const app = sharedApp({ price_timing: { refresh_ms: 40, fresh_ms: 60_000, lead_ms: 400 } })
let ann: Customer
let bob: Customer
let admin: ReturnType<TestApp['browser']>

const calls = async ({ login_id, login }: Customer, days_ago: number, count: number, more: Partial<TestCall> = {}) => {
  const at = new Date(app.clock.now().getTime() - days_ago * DAY_MS)
  const of = { api: 'content_generation', function: 'check_grammar', cost_micros: 100 }
  await bookCalls(
    app.ctx,
    Array.from({ length: count }, () => liveCall({ login_id, login, at }, { ...of, ...more })),
  )
}

beforeAll(async () => {
  ann = await openCustomer(app, { usd: 50 })
  bob = await openCustomer(app, { usd: 50 })
  app.clock.forward(40 * DAY_MS)
  admin = await (await app.addStaff({ email: 'admin@staff.example', role: 'admin' })).signedIn()
  await calls(ann, 1, 3)
  await calls(ann, 20, 4)
  await calls(bob, 2, 2, { cost_micros: 900 })
  // Neither an older call, nor the sandbox, nor another function counts.
  await calls(bob, 35, 50)
  await calls(ann, 1, 9, { is_sandbox: true, cost_micros: 0 })
  await calls(ann, 1, 5, { api: 'serp', function: 'google/organic' })
  await deriveRollups(app.ctx)
})

test('the catalogue lists every file of the folder and every function with its price and state', async () => {
  const { files, functions, prices } = await admin.must(operator.listFunctions, {})
  expect(prices).toBe('2026.2')
  expect(files).toContainEqual(expect.objectContaining({ name: 'shared.yaml', kind: 'part', operations: 0 }))
  expect(files.find(({ name }) => name === 'content-generation.yaml')).toMatchObject({ kind: 'document' })
  expect(new Set(functions.map(({ id }) => id)).size).toBe(functions.length)
  expect(functions.length).toBe(new Set(app.ctx.catalogue.entries.map((one) => one.function_id)).size)
  expect(files.reduce((sum, { operations }) => sum + operations, 0)).toBe(app.ctx.catalogue.entries.length)
  expect(functions.find(({ id }) => id === GRAMMAR)).toMatchObject({
    api: 'content_generation',
    documents: ['content-generation.yaml'],
    state: 'sold',
    prices: ['$0.000100 a request'],
  })
})

test('a function shows its fields, and its use of thirty days without the sandbox, by the customers who spent most', async () => {
  const { operations, use } = await admin.must(operator.showFunction, { id: GRAMMAR })
  const live = operations.find(({ kind }) => kind === 'live')
  expect(live?.fields).toContainEqual(expect.objectContaining({ name: 'text', required: true }))
  expect(use).toMatchObject({ requests: 9, cost_micros: 700 + 1800, customers: 2 })
  expect(use.top?.map(({ email, requests, cost_micros }) => [email, requests, cost_micros])).toEqual([
    [bob.login, 2, 1800],
    [ann.login, 7, 700],
  ])
  const content = await (await app.addStaff({ email: 'content@staff.example', role: 'content' })).signedIn()
  const seen = await content.must(operator.showFunction, { id: GRAMMAR })
  expect(seen.use).toEqual({ ...use, top: null })
})

test('the price history of a function has only versions that changed it, and names the one in force', async () => {
  const apply = async (version: string, change: (book: string) => string, at?: string) => {
    const book = change(BOOK.replace(/^version: .*$/m, `version: '${version}'`))
    const { body } = await app.operator(operator.applyPrices, {
      book,
      file: 'prices.yaml',
      is_announced: false,
      by: 'test',
      ...(at && { at }),
    })
    expect(body).toMatchObject({ version })
  }
  const grammarAt = (usd: string) => (book: string) =>
    book.replace(/(check_grammar:\n {4}live: \{ per_request: )[\d.]+/, `$1${usd}`)
  await apply('dearer', grammarAt('0.0002'))
  await apply('other', (book) =>
    grammarAt('0.0002')(book).replace(/(text_summary:\n {4}live: \{ per_request: )[\d.]+/, '$10.9'),
  )
  await apply('next', grammarAt('0.0007'), '2099-01-01T00:00:00.000Z')
  await expect.poll(() => app.prices.catalogue.prices.version).toBe('other')
  const { history } = await admin.must(operator.showFunction, { id: GRAMMAR })
  expect(history.map(({ version, state, prices }) => [version, state, prices[0]?.price])).toEqual([
    ['next', 'to come', '$0.000700 a request'],
    ['dearer', 'in force', '$0.000200 a request'],
    ['2026.2', 'over', '$0.000100 a request'],
  ])
})

test('a function that is not in the catalogue is refused with a message', async () => {
  const reply = await admin.call(operator.showFunction, { id: 'no/such' })
  expect(reply).toMatchObject({ status: 400, body: { fields: { id: 'is no function of the catalogue' } } })
})
