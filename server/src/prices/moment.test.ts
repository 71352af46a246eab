import type { Output } from '@portico/contract/endpoint.ts'
import { operator } from '@portico/contract/operator.ts'
import { HOUR_MS } from '@portico/contract/time.ts'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { openTestApp, type TestApp } from '#testing/app.ts'
import { DOCUMENT, dropProviders, writeWholeProvider } from '#testing/catalogue/provider.ts'

const BOOK = "version: 'one'\nvalid_from: 2026-01-01\nfunctions:\n  weather/days:\n    live: { per_request: 0.001 }\n"
const by = 'test'

let app: TestApp

beforeAll(async () => {
  // The instance reads versions and activations when an operator writes them here, and not again within the test.
  const price_timing = { refresh_ms: HOUR_MS, fresh_ms: HOUR_MS, lead_ms: 1_000 }
  const PROVIDER_DIR = writeWholeProvider({ 'prices.yaml': BOOK })
  app = await openTestApp({ settings: { PROVIDER_DIR }, products: [], price_timing })
})
afterAll(async () => {
  await app.close()
  dropProviders()
})

test('applied prices come into force at their moment, between two readings of the database', async () => {
  const book = BOOK.replace("'one'", "'two'")
  await app.operator(operator.applyPrices, { book, file: 'prices.yaml', is_announced: false, by })
  expect(app.prices.catalogue.prices.version).toBe('one')
  await expect.poll(() => app.prices.catalogue.prices.version, { timeout: 10_000 }).toBe('two')
})

test('prices that are in force stay in force when a quick reading of the time follows a slow one', async () => {
  const book = BOOK.replace("'one'", "'three'")
  await app.operator(operator.applyPrices, { book, file: 'prices.yaml', is_announced: false, by })
  expect(app.prices.catalogue.prices.version).toBe('two')
  // As if the answer of the database had needed this long: until the next reading the time is ahead by it.
  const now = performance.now.bind(performance)
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => now() + 1_500)
  expect(app.prices.catalogue.prices.version).toBe('three')
  await app.prices.refresh()
  expect(app.prices.catalogue.prices.version).toBe('three')
  clock.mockRestore()
})

test('an uploaded document comes into force at its moment, between two readings of the database', async () => {
  const text = DOCUMENT.replaceAll('/v3/weather/days/live', '/v3/weather/weeks/live')
  const sent = { file: 'weather.yaml', text, folder: 'documents', reason: 'for a test', by } as const
  const { id } = (await app.operator(operator.uploadFile, sent)).body as Output<typeof operator.uploadFile>
  await app.operator(operator.activateUpload, { id, reason: 'for a test', by })
  const isKnown = () => app.prices.catalogue.find('POST', '/v3/weather/weeks/live') !== undefined
  expect(isKnown()).toBe(false)
  await expect.poll(isKnown, { timeout: 10_000 }).toBe(true)
})
