import { randomUUID } from 'node:crypto'
import { billing } from '@portico/contract/billing.ts'
import { payments } from '@portico/contract/payments.ts'
import { subscriptions } from '@portico/contract/subscriptions.ts'
import { testProcessor } from '@portico/contract/test-processor.ts'
import { HOUR_MS, MINUTE_MS } from '@portico/contract/time.ts'
import { expect, test } from 'vitest'
import type { OrderFacts } from '#ctx/ctx.ts'
import { closeBalanced } from '#testing/close-balanced.ts'
import { type Buyer, openBuyer } from '#testing/payments/buyer.ts'
import { sharedApp } from '#testing/shared-app.ts'
import { chargeOrder, createOrder, defaultMethod, openOrder } from './index.ts'

const received: string[] = []
const listener = {
  paid: async (_ctx: unknown, _db: unknown, order: OrderFacts) => void received.push(`paid ${order.id}`),
  failed: async (_ctx: unknown, _db: unknown, order: OrderFacts & { failure: string }) =>
    void received.push(`${order.failure} ${order.id}`),
}

const app = sharedApp({ listeners: [listener] }, closeBalanced)

const request = (more: object = {}) => ({
  id: randomUUID(),
  amount_micros: 50_000_000,
  tax_micros: 0,
  how: 'checkout' as const,
  ...more,
})
const checkoutOf = (url: string | null) => new URL(url ?? '').pathname.split('/').at(-1) ?? ''

async function storedCard({ browser }: Buyer, card: '4242' | '0002' | '3155') {
  const { url } = await browser.must(payments.addMethod, {})
  await browser.must(testProcessor.decide, { checkout: checkoutOf(url), outcome: 'approve', card })
  const { methods } = await browser.must(payments.getMethods, {})
  return methods.find(({ last4 }) => last4 === card)?.id ?? ''
}

test.each(['-'.repeat(36), '0'.repeat(36), 'abcdefab-cdef-abcd-efab-cdefabcdefab-'.slice(1)])(
  'an invalid id is refused without a query: %s',
  async (id) => {
    const { browser } = await openBuyer(app)
    expect((await browser.call(payments.getOrder, { id })).status).toBe(400)
    expect((await browser.call(payments.createOrder, request({ id }))).status).toBe(400)
    for (const endpoint of [payments.listOrders, billing.listDocuments])
      expect((await browser.call(endpoint, { before: `2026-03-02T10:00:00.000Z_${id}` })).status).toBe(400)
  },
)

test('B3 an order is open until it is paid; returning to our page without paying grants nothing', async () => {
  const one = await openBuyer(app)
  const before = await one.balance()
  const order = await one.browser.must(payments.createOrder, request({ return_to: '/api-playground?x=1' }))
  expect(order).toMatchObject({ status: 'open', processor: 'test', return_to: '/api-playground?x=1' })
  const page = await one.browser.must(testProcessor.getCheckout, { checkout: checkoutOf(order.pay_url) })
  expect(page).toMatchObject({ total_micros: 50_000_000, is_open: true, is_set_up: false })
  await one.browser.open(new URL(page.return_url).pathname + new URL(page.return_url).search)
  expect(await one.browser.must(payments.getOrder, { id: order.id })).toMatchObject({ status: 'open' })
  expect(await one.balance()).toBe(before)
})

test('F19 the processor’s page asks about the card only where Add funds has not', async () => {
  const one = await openBuyer(app)
  const keepsOf = async (pay_url: string | null) =>
    (await one.browser.must(testProcessor.getCheckout, { checkout: checkoutOf(pay_url) })).keeps
  const plain = await one.browser.must(payments.createOrder, request())
  expect(await keepsOf(plain.pay_url)).toBe(false)
  await one.browser.must(payments.cancelOrder, { id: plain.id })
  const stored = await one.browser.must(payments.createOrder, request({ save_method: true }))
  expect(await keepsOf(stored.pay_url)).toBe(true)
  await one.browser.must(payments.cancelOrder, { id: stored.id })
  const { pay_url } = await one.browser.must(subscriptions.activate, {
    id: randomUUID(),
    product: 'backlinks',
    price_micros: 100_000_000,
    tax_micros: 0,
    how: 'checkout',
  })
  expect(await keepsOf(pay_url)).toBeNull()
})

test.for([
  ['approve', 'paid', null],
  ['authenticate', 'paid', null],
  ['decline', 'failed', 'declined'],
  ['insufficient_funds', 'failed', 'insufficient_funds'],
  ['cancel', 'canceled', null],
] as const)('a payment that ends with %s is %s, and credited once or never', async ([outcome, status, failure]) => {
  const one = await openBuyer(app)
  const before = await one.balance()
  const order = await one.browser.must(payments.createOrder, request())
  const decision = { checkout: checkoutOf(order.pay_url), outcome }
  await Promise.all([
    one.browser.call(testProcessor.decide, decision),
    one.browser.call(testProcessor.decide, decision),
  ])
  const now = await one.browser.must(payments.getOrder, { id: order.id })
  expect(now).toMatchObject({ status, failure, pay_url: null })
  expect(await one.balance()).toBe(before + (status === 'paid' ? 50_000_000 : 0))
  const notices = received.filter((line) => line.endsWith(order.id))
  expect(notices).toEqual(status === 'canceled' ? [] : [`${failure ?? 'paid'} ${order.id}`])
})

test('B2 a customer can choose only what the provider has configured', async () => {
  const { browser } = await openBuyer(app)
  const refused = async (more: object) => (await browser.call(payments.createOrder, request(more))).body
  const fields = (amount_micros: string) => ({ code: 'invalid_input', fields: { amount_micros } })
  expect(await refused({ amount_micros: 49_990_000 })).toMatchObject(fields('This is outside the allowed range'))
  expect(await refused({ amount_micros: 60_000_000_000 })).toMatchObject(fields('This is outside the allowed range'))
  expect(await refused({ amount_micros: 50_005_000 })).toMatchObject(fields('Enter an amount in whole cents'))
  expect(await refused({ amount_micros: 5_000_010_000 })).toMatchObject(
    fields('This amount has to be paid by wire transfer'),
  )
  expect(await refused({ how: 'wire' })).toMatchObject(fields('This amount has to be paid by card'))
  expect(await refused({ tax_micros: 10_000 })).toMatchObject({ code: 'total_changed' })
  expect(await refused({ how: 'method' })).toMatchObject({ code: 'unknown_method' })
  expect(await refused({ how: 'method', method_id: randomUUID() })).toMatchObject({ code: 'unknown_method' })
  expect(await refused({ amount_micros: -50_000_000 })).toMatchObject({ code: 'invalid_input' })
  expect((await browser.must(payments.listOrders, {})).orders).toEqual([])
})

test('an order sent twice is one order; the same id for another is refused, for other accounts too', async () => {
  const one = await openBuyer(app)
  const two = await openBuyer(app)
  const input = request()
  const [a, b] = await Promise.all([
    one.browser.must(payments.createOrder, input),
    one.browser.must(payments.createOrder, input),
  ])
  expect([a.id, a.pay_url]).toEqual([b.id, b.pay_url])
  const other = await one.browser.call(payments.createOrder, { ...input, amount_micros: 100_000_000 })
  expect(other.body).toMatchObject({ code: 'already_there' })
  expect((await two.browser.call(payments.createOrder, input)).body).toMatchObject({ code: 'already_there' })
  expect((await one.browser.must(payments.listOrders, {})).orders).toHaveLength(1)
})

test('the 31st order within an hour is refused, with the minutes until it is allowed', async () => {
  app.clock.forward(HOUR_MS - (app.clock.now().getTime() % HOUR_MS) + 50 * MINUTE_MS)
  const { browser } = await openBuyer(app)
  for (let count = 0; count < 30; count += 1) await browser.must(payments.createOrder, request())
  const refused = async () => {
    const { body, headers } = await browser.call(payments.createOrder, request())
    return [body, headers['retry-after']]
  }
  expect(await refused()).toMatchObject([{ code: 'too_many_orders', values: { minutes: 10 } }, '600'])
  app.clock.forward(9 * MINUTE_MS + 30_000)
  expect(await refused()).toMatchObject([{ code: 'too_many_orders', values: { minutes: 1 } }, '60'])
  app.clock.forward(30_000)
  await browser.must(payments.createOrder, request())
})

test('a payment requires the sign-in password again after 15 minutes', async () => {
  const { browser } = await openBuyer(app)
  app.clock.forward(14 * MINUTE_MS)
  await browser.must(payments.createOrder, request())
  app.clock.forward(2 * MINUTE_MS)
  expect((await browser.call(payments.createOrder, request())).body).toMatchObject({ code: 'reauth_needed' })
  expect((await browser.call(payments.addMethod, {})).body).toMatchObject({ code: 'reauth_needed' })
})

test.for(['//evil.example/x', 'https://evil.example', '/\\evil.example', 'javascript:alert(1)', '/a\tb'])(
  'F1 a return address outside of this site is not used: %s',
  async (return_to) => {
    const { browser } = await openBuyer(app)
    expect(await browser.must(payments.createOrder, request({ return_to }))).toMatchObject({
      return_to: '/users/getrows',
    })
  },
)

test('a stored test card pays in one press, is declined or requires confirmation, as it always does', async () => {
  const one = await openBuyer(app)
  const before = await one.balance()
  const good = await storedCard(one, '4242')
  const bad = await storedCard(one, '0002')
  const asks = await storedCard(one, '3155')
  const pay = (method_id: string) => one.browser.must(payments.createOrder, request({ how: 'method', method_id }))
  expect(await pay(good)).toMatchObject({ status: 'paid', method_label: 'Visa •••• 4242', pay_url: null })
  expect(await pay(bad)).toMatchObject({ status: 'failed', failure: 'declined' })
  const order = await pay(asks)
  expect(order).toMatchObject({ status: 'open' })
  await one.browser.must(testProcessor.decide, { checkout: checkoutOf(order.pay_url), outcome: 'approve' })
  expect(await one.browser.must(payments.getOrder, { id: order.id })).toMatchObject({ status: 'paid' })
  expect(await one.balance()).toBe(before + 100_000_000)
})

test('B14 methods show brand, last digits and expiry; the default can be changed, and a removed one is gone', async () => {
  const one = await openBuyer(app)
  const two = await openBuyer(app)
  const first = await storedCard(one, '4242')
  const second = await storedCard(one, '0002')
  const { methods } = await one.browser.must(payments.getMethods, {})
  expect(methods.map(({ id, is_default }) => [id, is_default])).toEqual([
    [first, true],
    [second, false],
  ])
  expect(Object.keys(methods[0] ?? {}).toSorted()).toEqual(
    ['id', 'processor', 'brand', 'last4', 'exp_month', 'exp_year', 'is_default', 'is_backup', 'created_at'].toSorted(),
  )
  expect((await two.browser.call(payments.removeMethod, { id: first })).body).toMatchObject({ code: 'unknown_method' })
  await one.browser.must(payments.setDefaultMethod, { id: second })
  expect((await defaultMethod(app.ctx, one.owner_id))?.id).toBe(second)
  const left = await one.browser.must(payments.removeMethod, { id: second })
  expect(left.methods.map(({ id, is_default }) => [id, is_default])).toEqual([[first, true]])
  const order = await one.browser.call(payments.createOrder, request({ how: 'method', method_id: second }))
  expect(order.body).toMatchObject({ code: 'unknown_method' })
})

test('an automatic charge waits for the one before, and is charged once however often it is tried', async () => {
  const one = await openBuyer(app)
  const before = await one.balance()
  await storedCard(one, '4242')
  const method = await defaultMethod(app.ctx, one.owner_id)
  const order = {
    id: randomUUID(),
    owner_id: one.owner_id,
    login_id: one.login_id,
    created_by: null,
    purpose: 'auto_recharge' as const,
    product: null,
    amount_micros: 70_000_000,
    how: 'method' as const,
    method_id: method?.id,
  }
  expect(await createOrder(app.ctx, order)).toMatchObject({ state: 'created', pay_url: null })
  await expect(createOrder(app.ctx, { ...order, id: randomUUID() })).rejects.toMatchObject({ code: 'already_there' })
  expect(await openOrder(app.ctx, { purpose: 'auto_recharge', login_id: one.login_id })).toMatchObject({ id: order.id })
  await Promise.all(Array.from({ length: 5 }, () => chargeOrder(app.ctx, order.id)))
  expect(await openOrder(app.ctx, { purpose: 'auto_recharge', login_id: one.login_id })).toBeUndefined()
  expect(await one.balance()).toBe(before + 70_000_000)
  expect(received.filter((line) => line.endsWith(order.id))).toEqual([`paid ${order.id}`])
})

test('a card that requires confirmation fails with its reason when no customer is present', async () => {
  const one = await openBuyer(app)
  const method_id = await storedCard(one, '3155')
  const id = randomUUID()
  const { owner_id, login_id } = one
  await createOrder(app.ctx, {
    id,
    owner_id,
    login_id,
    created_by: null,
    purpose: 'subscription',
    product: 'backlinks',
    amount_micros: 100_000_000,
    how: 'method',
    method_id,
  })
  await chargeOrder(app.ctx, id)
  expect(received).toContain(`authentication_needed ${id}`)
})

test('an unpaid order can be canceled; a paid one remains paid', async () => {
  const one = await openBuyer(app)
  const open = await one.browser.must(payments.createOrder, request())
  expect(await one.browser.must(payments.cancelOrder, { id: open.id })).toMatchObject({ status: 'canceled' })
  await one.browser.must(testProcessor.decide, { checkout: checkoutOf(open.pay_url), outcome: 'approve' })
  expect(await one.browser.must(payments.getOrder, { id: open.id })).toMatchObject({ status: 'canceled' })
  const wire = await one.browser.must(payments.createOrder, request({ how: 'wire', amount_micros: 6_000_000_000 }))
  expect(wire).toMatchObject({ status: 'open', processor: 'wire', pay_url: null })
  expect(await one.browser.must(payments.cancelOrder, { id: wire.id })).toMatchObject({ status: 'canceled' })
  const method_id = await storedCard(one, '4242')
  const paid = await one.browser.must(payments.createOrder, request({ how: 'method', method_id }))
  expect((await one.browser.call(payments.cancelOrder, { id: paid.id })).body).toMatchObject({ code: 'order_over' })
})

test('the list of orders is paged and filtered by status', async () => {
  const one = await openBuyer(app)
  const method_id = await storedCard(one, '4242')
  for (let n = 0; n < 27; n += 1) {
    app.clock.forward(1)
    await one.browser.must(payments.createOrder, n === 3 ? request({ how: 'method', method_id }) : request())
  }
  const first = await one.browser.must(payments.listOrders, {})
  const rest = await one.browser.must(payments.listOrders, { before: first.next ?? '' })
  expect([first.orders.length, rest.orders.length, rest.next]).toEqual([25, 2, null])
  expect(new Set([...first.orders, ...rest.orders].map(({ id }) => id)).size).toBe(27)
  expect((await one.browser.must(payments.listOrders, { status: 'paid' })).orders).toHaveLength(1)
  expect((await one.browser.call(payments.listOrders, { before: 'nonsense' })).status).toBe(400)
})
