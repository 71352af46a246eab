import { afterAll, beforeAll, expect, test } from 'vitest'
import { fundsOf } from '#ledger/index.ts'
import { openTestApp, type TestApp } from '#testing/app.ts'
import { dropProviders, writeWholeProvider } from '#testing/catalogue/provider.ts'
import { closeBalanced } from '#testing/close-balanced.ts'
import { type Customer, openCustomer } from '#testing/gateway/customer.ts'
import { openTestServer, send, type TestServer } from '#testing/gateway/upstream.ts'

// A weather provider whose document does not belong to the API family.
const WEATHER = `openapi: 3.1.0
info: { title: Weather, version: '1' }
x-portico-kind: live
paths:
  /v1/observations:
    get:
      parameters:
        - { name: limit, in: query, schema: { type: integer, minimum: 1, maximum: 100, default: 100 } }
      responses: { '200': { description: ok } }
`
const PRICES = `version: '1'
valid_from: 2026-01-01
functions:
  observations:
    results: { field: limit, answer: observations }
    live: { per_request: 0.0005, per_result: 0.00001 }
`
const MONEY = 10_000_000
let site: TestApp
let upstream: TestServer
let customer: Customer
beforeAll(async () => {
  upstream = await openTestServer((_, response) => send(response, '{}'))
  const PROVIDER_DIR = writeWholeProvider({ 'weather.yaml': WEATHER, 'prices.yaml': PRICES })
  site = await openTestApp({ settings: { PROVIDER_DIR, UPSTREAM_URL: upstream.url } })
  customer = await openCustomer(site)
})
afterAll(async () => {
  await closeBalanced(site)
  await upstream.close()
  dropProviders()
})

const spent = async () => MONEY - (await fundsOf(site.ctx, customer.login_id)).balance_micros

test('a price per result counts the list that the price book names', async () => {
  const observations = Array.from({ length: 100 }, (_, at) => ({ at }))
  upstream.setAnswer((_, response) => send(response, JSON.stringify({ observations })))
  const reply = await customer.call('/v1/observations')
  expect(reply.headers['x-cost']).toBe('0.001500')
  expect(await spent()).toBe(1_500)
  upstream.setAnswer((_, response) => send(response, JSON.stringify({ observations: observations.slice(0, 7) })))
  await customer.call('/v1/observations')
  expect(await spent()).toBe(1_500 + 570)
})
