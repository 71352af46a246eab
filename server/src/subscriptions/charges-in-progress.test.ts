import { recharge } from '@portico/contract/recharge.ts'
import { subscriptions } from '@portico/contract/subscriptions.ts'
import { DAY_MS, MINUTE_MS } from '@portico/contract/time.ts'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { checkBooks } from '#ledger/books/index.ts'
import { askAboutOrders, cancelUnwanted, defaultMethod } from '#payments/index.ts'
import { runRecharges } from '#recharge/index.ts'
import { openTestApp, type TestApp } from '#testing/app.ts'
import { openPayer, type Payer } from '#testing/payer.ts'
import type { TestStripe } from '#testing/payments/stripe.ts'
import { openStripeApp, type StripeApp } from '#testing/payments/stripe-app.ts'
import { renewSubscriptions } from './renew.ts'

const SETTINGS = { threshold_micros: 20_000_000, amount_micros: 50_000_000, method_id: null, month_max_micros: null }

let it: StripeApp<TestApp>
let app: TestApp
let stripe: TestStripe
beforeAll(async () => {
  it = await openStripeApp(openTestApp)
  app = it.app
  stripe = it.stripe
})
afterEach(async () => {
  stripe.state.lose = () => undefined
  expect((await checkBooks(app.ctx)).discrepancies).toEqual([])
})
afterAll(() => it.close())

/** Reads every order without news, as the job does. */
async function askLater(): Promise<void> {
  app.clock.forward(6 * MINUTE_MS)
  await askAboutOrders(app.ctx)
}
/** The first month is paid, with a card or a debit that is stored. */
async function subscribed(last4 = '4242'): Promise<Payer> {
  const payer = await openPayer(app)
  const { body } = await payer.activate()
  if (!('order_id' in body)) throw new Error(JSON.stringify(body))
  it.pay(body.order_id, { saves: true, last4 })
  await it.deliverEvents()
  expect(await defaultMethod(app.ctx, payer.user_id)).toMatchObject({ last4 })
  return payer
}
const ordersOf = ({ user_id }: Payer) =>
  app.ctx.db
    .selectFrom('payment_orders')
    .select(['id', 'state', 'purpose'])
    .where('owner_id', '=', user_id)
    .orderBy('created_at')
    .orderBy('purpose', 'desc')
    .execute()
/** The amount that Stripe has actually taken for automatic orders. */
const takenFor = (ids: string[]) =>
  ids.flatMap((id) => stripe.paymentsOf(id)).filter(({ status }) => status === 'succeeded').length

test.each([
  ['at once', false],
  ['with Stripe still down', true],
])('a renewal that waits for Stripe is never charged after its customer canceled %s', async (_, is_down) => {
  const payer = await subscribed()
  app.clock.forward(31 * DAY_MS)
  await payer.signInAgain()
  stripe.state.lose = () => 'request'
  await renewSubscriptions(app.ctx)
  const [, renewal] = await ordersOf(payer)
  expect(renewal).toMatchObject({ state: 'created' })
  if (!is_down) stripe.state.lose = () => undefined
  const before = await payer.balance()
  await payer.browser.must(subscriptions.cancel, { product: 'backlinks' })
  expect(await payer.shown()).toMatchObject({ state: is_down ? 'pending' : 'expired', access_until: null })
  stripe.state.lose = () => undefined
  await askLater()
  await renewSubscriptions(app.ctx)
  await askLater()
  expect(takenFor([renewal?.id ?? ''])).toBe(0)
  expect(await ordersOf(payer)).toMatchObject([{ state: 'paid' }, { state: 'canceled' }])
  expect(await payer.shown()).toMatchObject({ state: 'expired', access_until: null })
  expect(await payer.balance()).toBe(before)
})

test('canceling leaves a payment alone that the customer has opened', async () => {
  const payer = await subscribed()
  await payer.browser.must(subscriptions.cancel, { product: 'backlinks' })
  app.clock.forward(40 * DAY_MS)
  await payer.signInAgain()
  await renewSubscriptions(app.ctx)
  await payer.activate()
  const [, opened] = await ordersOf(payer)
  expect(opened).toMatchObject({ state: 'open' })
  await cancelUnwanted(app.ctx, { purpose: 'subscription', owner_id: payer.user_id, product: 'backlinks' })
  expect((await ordersOf(payer))[1]).toEqual(opened)
})

test('a renewal that takes days and is paid after its customer canceled gives that month, and no further one', async () => {
  const payer = await subscribed('6789')
  app.clock.forward(31 * DAY_MS)
  await payer.signInAgain()
  await renewSubscriptions(app.ctx)
  const [, renewal] = await ordersOf(payer)
  expect(renewal).toMatchObject({ state: 'processing' })
  await payer.browser.must(subscriptions.cancel, { product: 'backlinks' })
  app.clock.forward(2 * DAY_MS)
  for (const intent of stripe.paymentsOf(renewal?.id ?? '')) stripe.succeed(intent)
  await it.deliverEvents()
  const before = await payer.balance()
  await payer.signInAgain()
  const { state, period_end, access_until } = await payer.shown()
  expect([state, access_until]).toEqual(['canceling', period_end])
  for (let day = 0; day < 40; day += 1) {
    app.clock.forward(DAY_MS)
    await renewSubscriptions(app.ctx)
  }
  await payer.signInAgain()
  expect(await payer.shown()).toMatchObject({ state: 'expired' })
  expect(await ordersOf(payer)).toHaveLength(2)
  expect(await payer.balance()).toBe(before)
})

test.each([
  ['was turned off', (payer: Payer) => payer.browser.must(recharge.turnOff, {})],
  ['was turned off while Stripe is down', (payer: Payer) => payer.browser.must(recharge.turnOff, {})],
  ['is not needed any more', (payer: Payer) => payer.give(100_000_000)],
])('an automatic charge that waits for Stripe is not made when it %s', async (why, act) => {
  const payer = await subscribed()
  await payer.browser.must(recharge.saveRecharge, SETTINGS)
  await payer.give(-(await payer.balance()))
  stripe.state.lose = () => 'request'
  await runRecharges(app.ctx)
  const [, automatic] = await ordersOf(payer)
  expect(automatic).toMatchObject({ state: 'created', purpose: 'auto_recharge' })
  if (!why.includes('down')) stripe.state.lose = () => undefined
  await act(payer)
  stripe.state.lose = () => undefined
  const before = await payer.balance()
  await runRecharges(app.ctx)
  await askLater()
  await runRecharges(app.ctx)
  expect(takenFor([automatic?.id ?? ''])).toBe(0)
  expect(await ordersOf(payer)).toMatchObject([{ state: 'paid' }, { state: 'canceled' }])
  expect(await payer.balance()).toBe(before)
})
