import { randomUUID } from 'node:crypto'
import { CODE } from '@portico/contract/codes.ts'
import { operator } from '@portico/contract/operator.ts'
import { payments } from '@portico/contract/payments.ts'
import { subscriptions } from '@portico/contract/subscriptions.ts'
import { DAY_MS, HOUR_MS } from '@portico/contract/time.ts'
import { describe, expect, test, vi } from 'vitest'
import { closeBalanced } from '#testing/close-balanced.ts'
import { openPayer, type Payer } from '#testing/payer.ts'
import { sharedApp } from '#testing/shared-app.ts'
import { subscriptionListener } from './listener.ts'
import { renewSubscriptions } from './renew.ts'

// Months are many runs of the job; no test here is about speed.
vi.setConfig({ testTimeout: 120_000 })

const REFUSED = CODE.subscriptionNeeded
const OK = CODE.ok

const app = sharedApp({}, closeBalanced)

/** Advances the clock and runs the job as often as it would; sessions are renewed by signing in. */
async function days(count: number, payer?: Payer): Promise<void> {
  for (let day = 0; day < count; day += 1) {
    app.clock.forward(DAY_MS)
    await renewSubscriptions(app.ctx)
  }
  if (payer) await payer.signInAgain()
}

async function orderCount({ user_id }: Payer): Promise<number> {
  const orders = await app.ctx.db.selectFrom('payment_orders').select('id').where('owner_id', '=', user_id).execute()
  return orders.length
}

async function siteBut({ user_id }: Payer, id: number) {
  if (id === user_id) throw new Error('charges of this account are refused')
  return app.ctx.sites.ofAccount(id)
}

describe('time', () => {
  test('a canceled subscription keeps access until the period ends, renews when resumed, and keeps what was paid', async () => {
    const payer = await openPayer(app)
    await payer.subscribe('approve', { save_method: true, card: '4242' })
    await payer.browser.must(subscriptions.cancel, { product: 'backlinks' })
    expect(await payer.shown()).toMatchObject({ state: 'canceling' })
    await days(20, payer)
    expect(await payer.backlinks()).toBe(OK)
    await payer.browser.must(subscriptions.resume, { product: 'backlinks' })
    await days(15, payer)
    expect(await payer.shown()).toMatchObject({ state: 'active' })
    const { history } = await payer.browser.must(subscriptions.getSubscriptions, {})
    expect(history).toHaveLength(2)
    expect(history[0]?.period_start).toBe(history[1]?.period_end)
    await payer.browser.must(subscriptions.cancel, { product: 'backlinks' })
    const balance = await payer.balance()
    await days(32, payer)
    expect(await payer.shown()).toMatchObject({ state: 'expired', access_until: null })
    expect(await payer.backlinks()).toBe(REFUSED)
    expect(await payer.balance()).toBe(balance)
    const mails = (await app.mails(payer.email)).map(({ template }) => template)
    expect(mails.filter((template) => template === 'subscription_ended')).toHaveLength(1)
  })

  test('a failed renewal is retried on days 1, 3 and 5 with mail, and access ends after the grace period', async () => {
    const payer = await openPayer(app)
    await payer.subscribe()
    await payer.storeCard('0002')
    const end = new Date((await payer.shown()).period_end ?? 0)
    const atDay = (day: number) => new Date(end.getTime() + day * DAY_MS)
    app.clock.forward(end.getTime() - app.clock.now().getTime() - DAY_MS)
    const tried: number[] = []
    let orders = await orderCount(payer)
    for (let hour = 0; hour < 9 * 24; hour += 6) {
      app.clock.forward(6 * HOUR_MS)
      await renewSubscriptions(app.ctx)
      const made = await orderCount(payer)
      if (made > orders) tried.push((app.clock.now().getTime() - end.getTime()) / DAY_MS)
      orders = made
      const isIn = app.clock.now() < atDay(7)
      expect(await payer.backlinks(), `${hour} hours`).toBe(isIn ? OK : REFUSED)
    }
    expect(tried).toEqual([0, 1, 3, 5])
    await payer.signInAgain()
    expect(await payer.shown()).toMatchObject({ state: 'expired' })
    const mails = (await app.mails(payer.email)).filter(({ template }) => template.startsWith('subscription_'))
    expect(mails.map(({ template }) => template)).toEqual(['subscription_past_due', 'subscription_ended'])
    const card = expect.stringContaining('0002')
    expect(mails[0]?.data, 'access ends after the grace period').toMatchObject({
      at: atDay(7).toISOString(),
      method: card,
    })
  })

  test('newly required details stop no renewal; an account that cannot be charged at all ends after its grace period', async () => {
    const [strict, broken] = [await openPayer(app), await openPayer(app)]
    for (const payer of [strict, broken]) await payer.subscribe('approve', { save_method: true, card: '4242' })
    await app.database.owner.query('delete from billing_details where owner_id = $1', [strict.user_id])
    const after = async (ctx: typeof app.ctx, count: number) => {
      for (let day = 0; day < count; day += 1) {
        app.clock.forward(DAY_MS)
        await renewSubscriptions(ctx)
      }
    }
    // Every charge of this account is refused before it is made.
    const refuses = { ...app.ctx.sites, ofAccount: (id: number) => siteBut(broken, id) }
    await after({ ...app.ctx, sites: refuses }, 32)
    await strict.signInAgain()
    expect(await strict.shown()).toMatchObject({ state: 'active' })
    expect(await orderCount(strict)).toBe(2)
    await after({ ...app.ctx, sites: refuses }, 7)
    await broken.signInAgain()
    expect(await broken.shown()).toMatchObject({ state: 'expired', access_until: null })
    expect(await orderCount(broken)).toBe(1)
  })

  test('a subscription is listed as open until its period ends, and a past-due one until its grace period does', async () => {
    const payer = await openPayer(app)
    await payer.subscribe()
    await payer.storeCard('0002')
    const listed = async () => (await payer.browser.must(subscriptions.getActive, {})).subscriptions
    const end = new Date((await payer.shown()).period_end ?? 0)
    expect(await listed()).toMatchObject([{ state: 'active', expires_at: end.toISOString() }])
    app.clock.forward(end.getTime() - app.clock.now().getTime() + HOUR_MS)
    await renewSubscriptions(app.ctx)
    await payer.signInAgain()
    const grace_ends = new Date(end.getTime() + 7 * DAY_MS).toISOString()
    expect(await listed()).toMatchObject([{ state: 'past_due', expires_at: grace_ends }])
  })

  test('a past-due subscription paid by hand continues where it ended', async () => {
    const payer = await openPayer(app)
    await payer.subscribe()
    const { period_end } = await payer.shown()
    app.clock.forward(31 * DAY_MS + 2 * DAY_MS)
    await renewSubscriptions(app.ctx)
    await payer.signInAgain()
    expect(await payer.shown()).toMatchObject({ state: 'past_due' })
    await payer.subscribe()
    expect(await payer.shown()).toMatchObject({ state: 'active', period_start: period_end })
  })

  test('several instances that renew at once make one charge', async () => {
    const payer = await openPayer(app)
    const other = await app.sibling()
    await payer.subscribe('approve', { save_method: true, card: '4242' })
    app.clock.forward(31 * DAY_MS)
    await Promise.all([app, other, app, other].map(({ ctx }) => renewSubscriptions(ctx)))
    await payer.signInAgain()
    expect((await payer.browser.must(payments.listOrders, {})).orders).toHaveLength(2)
    expect(await payer.shown()).toMatchObject({ state: 'active' })
  })

  test('a refunded payment ends its period; a partial refund, or that of another payment, does not', async () => {
    const payer = await openPayer(app)
    const order_id = await payer.subscribe()
    const reversal = { id: randomUUID(), kind: 'refund' as const, tax_micros: 0, amount_micros: 10_000 }
    const order = await app.ctx.db
      .selectFrom('payment_orders')
      .selectAll()
      .where('id', '=', order_id)
      .executeTakeFirstOrThrow()
    const reverse = (left_micros: number, of = order) =>
      app.ctx.db
        .transaction()
        .execute(async (db) =>
          subscriptionListener.reversed?.(app.ctx, db, of, { ...reversal, left_before_micros: 20_000, left_micros }),
        )
    await reverse(10_000)
    await reverse(0, { ...order, id: randomUUID() })
    expect(await payer.shown()).toMatchObject({ state: 'active' })
    await reverse(0)
    expect(await payer.shown()).toMatchObject({ state: 'expired', access_until: null })
  })
})

test('a higher price is mailed before it is charged; an account without timely notice renews again at the old one', async () => {
  const [early, late] = [await openPayer(app), await openPayer(app)]
  for (const payer of [early, late]) await payer.subscribe('approve', { save_method: true, card: '4242' })
  const { period_end } = await early.shown()
  const from = new Date(app.clock.now().getTime() + 25 * DAY_MS)
  const products = app.ctx.products.map(({ prices, ...rest }) => ({
    ...rest,
    prices: [prices[0], { version: 'next', from, micros: 120_000_000 }] as const,
  }))
  const notices = async ({ email }: Payer) =>
    (await app.mails(email)).filter(({ template }) => template === 'subscription_price').length
  const paid = async (payer: Payer) => {
    await payer.signInAgain()
    const { history } = await payer.browser.must(subscriptions.getSubscriptions, {})
    return history.map(({ price_micros }) => price_micros / 1_000_000)
  }
  const run = async (count: number) => {
    for (let day = 0; day < count; day += 1) {
      await renewSubscriptions({ ...app.ctx, products })
      app.clock.forward(DAY_MS)
    }
  }
  await run(2)
  expect([await notices(early), await notices(late)]).toEqual([1, 1])
  const notice = (await app.mails(early.email)).find(({ template }) => template === 'subscription_price')
  expect(notice?.data).toMatchObject({ price_micros: 120_000_000, before_micros: 100_000_000, at: period_end })
  // As if the price had come into the file too late for this one.
  await app.ctx.db
    .updateTable('subscriptions')
    .set({ announced_at: new Date(app.clock.now().getTime() + 20 * DAY_MS) })
    .where('owner_id', '=', late.user_id)
    .execute()
  await run(30)
  expect([await paid(early), await paid(late)]).toEqual([
    [120, 100],
    [100, 100],
  ])
  await run(31)
  expect(await notices(late)).toBe(2)
  expect([await paid(early), await paid(late)]).toEqual([
    [120, 120, 100],
    [120, 100, 100],
  ])
})

describe('the operator', () => {
  test('a grant of the operator needs no subscription, and remains when an own one ends', async () => {
    const payer = await openPayer(app)
    const set = (names: string[]) =>
      app.operator(operator.setLogin, { login: payer.login, subscriptions: names, reason: 'a test', by: 'test' })
    expect((await set(['backlinks'])).body).toMatchObject({ subscriptions: ['backlinks'] })
    app.clock.forward(1_000)
    expect(await payer.shown()).toMatchObject({ state: 'not_required' })
    expect(await payer.backlinks()).toBe(OK)
    await payer.subscribe()
    await payer.browser.must(subscriptions.cancel, { product: 'backlinks' })
    await days(32, payer)
    expect(await payer.shown()).toMatchObject({ state: 'not_required' })
    expect(await payer.backlinks()).toBe(OK)
    await set([])
    app.clock.forward(1_000)
    expect(await payer.shown()).toMatchObject({ state: 'expired' })
    expect(await payer.backlinks()).toBe(REFUSED)
  })
})

test('the calculator shows the prices, and the calls of all logins of the account in thirty days', async () => {
  const payer = await openPayer(app)
  await payer.subscribe()
  app.clock.forward(1_000)
  expect(await payer.backlinks()).toBe(OK)
  const { functions } = await payer.browser.must(subscriptions.getCalculator, { product: 'backlinks' })
  const summary = functions.find(({ id }) => id === 'backlinks/summary')
  expect(summary).toMatchObject({ requests: 1, request_micros: 20_000 })
  expect(summary?.cost_micros).toBeGreaterThanOrEqual(20_000)
  expect(functions.length).toBeGreaterThan(3)
  app.clock.forward(31 * DAY_MS)
  await payer.signInAgain()
  const later = await payer.browser.must(subscriptions.getCalculator, { product: 'backlinks' })
  expect(later.functions.every(({ requests }) => requests === 0)).toBe(true)
})
