import { DAY_MS } from '@portico/contract/time.ts'
import Stripe from 'stripe'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestStripe, type TestStripe } from './stripe.ts'

let it: TestStripe
let stripe: Stripe
const days = { now: Date.UTC(2026, 0, 1) }

beforeAll(async () => {
  it = await openTestStripe()
  it.follow({ now: () => new Date(days.now) })
  const { hostname: host, port } = new URL(it.url)
  stripe = new Stripe('sk_test_local', { host, port, protocol: 'http', maxNetworkRetries: 0 })
})
afterAll(() => expect(it.close(), 'what was wrong is named').rejects.toThrow('unknown parameter: colour'))

const post = (path: string, params: Record<string, unknown>, idempotencyKey: string = crypto.randomUUID()) =>
  stripe.rawRequest('POST', path, params, { idempotencyKey })
const intent = { amount: 1_000, currency: 'usd', customer: 'cus_1', payment_method: 'pm_1' }

test.each([
  ['an unknown parameter', '/v1/refunds', { payment_intent: 'pi_1', colour: 'red' }, /unknown parameter: colour/],
  ['an unknown inner one', '/v1/checkout/sessions', { adaptive_pricing: { on: true } }, /adaptive_pricing\[on\]/],
  ['text for a number', '/v1/refunds', { payment_intent: 'pi_1', amount: 'ten' }, /Invalid integer: amount/],
  ['a value that is not listed', '/v1/refunds', { payment_intent: 'pi_1', reason: 'bored' }, /Invalid reason/],
  ['a missing parameter', '/v1/payment_intents', { amount: 1 }, /Missing required param: currency/],
  ['a path that is not there', '/v1/payment_intent', intent, /Unrecognized request URL/],
  ['no return address', '/v1/payment_intents', { ...intent, confirm: true, off_session: true }, /return_url/],
  ['no return address later', '/v1/payment_intents/pi_1/confirm', { off_session: true }, /return_url/],
])('a request with %s is refused', async (_, path, params, message) => {
  await expect(post(path, params)).rejects.toMatchObject({ statusCode: 400, message: expect.stringMatching(message) })
})

test.each([
  ['another version', { apiVersion: '2020-08-27' }, /version/],
  ['another key', { apiKey: 'sk_test_other' }, /API Key/],
])('a request with %s is refused', async (_, options, message) => {
  await expect(stripe.rawRequest('GET', '/v1/refunds', {}, options)).rejects.toThrow(message)
})

test('a key repeats its answer for a day, a 500 too, and takes no other parameters', async () => {
  const first = await post('/v1/customers', { email: 'a@example.com' }, 'key-1')
  expect((await post('/v1/customers', { email: 'a@example.com' }, 'key-1')).id).toBe(first.id)
  await expect(post('/v1/customers', { email: 'b@example.com' }, 'key-1')).rejects.toThrow(/same parameters/)
  const count = it.customers.size
  it.state.fault = () => '500'
  await expect(post('/v1/customers', { email: 'c@example.com' }, 'key-2')).rejects.toMatchObject({ statusCode: 500 })
  it.state.fault = () => undefined
  await expect(post('/v1/customers', { email: 'c@example.com' }, 'key-2')).rejects.toMatchObject({ statusCode: 500 })
  expect(it.customers.size).toBe(count)
  days.now += DAY_MS
  await post('/v1/customers', { email: 'c@example.com' }, 'key-2')
  expect(it.customers.size).toBe(count + 1)
})

test('lists come in pages, newest first, within their dates', async () => {
  const made = Array.from({ length: 25 }, (_, n) => {
    days.now += 1000
    return it.addIntent({ amount: n, currency: 'usd', customer: 'cus_pages', metadata: {} })
  })
  const newest = made.map(({ id }) => id).toReversed()
  const page = await stripe.paymentIntents.list({ customer: 'cus_pages' })
  expect([page.has_more, page.data.map(({ id }) => id)]).toEqual([true, newest.slice(0, 10)])
  const all = await stripe.paymentIntents.list({ customer: 'cus_pages', limit: 7 }).autoPagingToArray({ limit: 100 })
  expect(all.map(({ id }) => id)).toEqual(newest)
  const created = { gt: made[4]?.created ?? 0, lte: made[9]?.created ?? 0 }
  expect((await stripe.paymentIntents.list({ customer: 'cus_pages', created })).data).toHaveLength(5)
})

test('an object is nested in another only where it is expanded', async () => {
  const { id } = it.addMethod('cus_2', '4242')
  const made = it.addIntent({ amount: 1, currency: 'usd', customer: 'cus_2', metadata: {}, payment_method: id })
  expect((await stripe.paymentIntents.retrieve(made.id)).payment_method).toBe(id)
  const whole = await stripe.paymentIntents.retrieve(made.id, { expand: ['payment_method'] })
  expect(whole.payment_method).toMatchObject({ id, card: { last4: '4242' } })
})
