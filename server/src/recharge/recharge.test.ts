import { dashboard } from '@portico/contract/dashboard.ts'
import { payments } from '@portico/contract/payments.ts'
import { recharge } from '@portico/contract/recharge.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@portico/contract/time.ts'
import { users } from '@portico/contract/users.ts'
import { expect, test, vi } from 'vitest'
import { askAboutOrders } from '#payments/index.ts'
import { addMember } from '#team/members.ts'
import { closeBalanced } from '#testing/close-balanced.ts'
import { openPayer, type Payer } from '#testing/payer.ts'
import { sharedApp } from '#testing/shared-app.ts'
import { runRecharges } from './run-recharges.ts'
import { loginsBelow } from './store.ts'

// Months are many runs of the job; no test here is about speed.
vi.setConfig({ testTimeout: 120_000 })

const SETTINGS = { threshold_micros: 20_000_000, amount_micros: 50_000_000, method_id: null, month_max_micros: null }

const app = sharedApp({}, closeBalanced)

async function setUp(payer: Payer, more: object = {}, card: '4242' | '0002' = '4242') {
  await payer.storeCard(card)
  return payer.browser.must(recharge.saveRecharge, { ...SETTINGS, ...more })
}
/** Lowers the balance as calls would. */
async function spend(payer: Payer, down_to: number): Promise<void> {
  const difference = down_to - (await payer.balance())
  if (difference !== 0) await payer.give(difference)
}
const ordersOf = async (payer: Payer) =>
  app.ctx.db
    .selectFrom('payment_orders')
    .select(['state', 'created_at'])
    .where('owner_id', '=', payer.user_id)
    .orderBy('created_at')
    .execute()

test('a balance that falls below the threshold is topped up once, whichever process sees it first', async () => {
  const payer = await openPayer(app)
  const other = await app.sibling()
  await setUp(payer)
  await spend(payer, 20_000_000)
  await runRecharges(app.ctx)
  expect(await payer.balance()).toBe(20_000_000)
  await spend(payer, 19_999_999)
  await Promise.all([app, other, app, other].map(({ ctx }) => runRecharges(ctx)))
  await runRecharges(other.ctx)
  expect(await payer.balance()).toBe(69_999_999)
  expect(await ordersOf(payer)).toHaveLength(1)
  const info = await payer.browser.must(recharge.getRecharge, {})
  expect(info).toMatchObject({ is_on: true, charges: 1, month_micros: 50_000_000, failures: 0 })
  expect(info.max_micros, 'larger amounts are paid by wire').toBe(5_000_000_000)
  const { orders } = await payer.browser.must(payments.listOrders, {})
  expect(orders[0]).toMatchObject({ purpose: 'auto_recharge', status: 'paid', method_label: 'Visa •••• 4242' })
})

test('a charge that the processor does not answer delays no other login', async () => {
  const [stuck, ...others] = await Promise.all(Array.from({ length: 4 }, () => openPayer(app)))
  if (!stuck) throw new Error('processor is unreachable')
  for (const payer of [stuck, ...others]) {
    await setUp(payer)
    await spend(payer, 0)
  }
  const { processor } = app.ctx.payments
  if (!processor) throw new Error('no payment processor is configured')
  const answered = Promise.withResolvers<void>()
  const charge: typeof processor.charge = async (order, ...rest) => {
    const { owner_id } = await app.ctx.db
      .selectFrom('payment_orders')
      .select('owner_id')
      .where('id', '=', order.id)
      .executeTakeFirstOrThrow()
    if (owner_id === stuck.user_id) await answered.promise
    return processor.charge(order, ...rest)
  }
  const run = runRecharges({ ...app.ctx, payments: { ...app.ctx.payments, processor: { ...processor, charge } } })
  const balances = () => Promise.all([stuck, ...others].map((payer) => payer.balance()))
  await expect.poll(balances).toEqual([0, 50_000_000, 50_000_000, 50_000_000])
  answered.resolve()
  await run
  expect(await balances()).toEqual([50_000_000, 50_000_000, 50_000_000, 50_000_000])
})

test('an unanswered charge is not retried every few seconds, but when its order is read again', async () => {
  const payer = await openPayer(app)
  await setUp(payer)
  await spend(payer, 0)
  const { processor } = app.ctx.payments
  if (!processor) throw new Error('no payment processor is configured')
  const charge = vi.fn<typeof processor.charge>().mockRejectedValue(new Error('processor does not answer'))
  const down = { ...app.ctx, payments: { ...app.ctx.payments, processor: { ...processor, charge } } }
  for (let run = 0; run < 3; run += 1) await runRecharges(down)
  expect(charge).toHaveBeenCalledTimes(1)
  await runRecharges(app.ctx)
  expect(await payer.balance()).toBe(0)
  app.clock.forward(HOUR_MS)
  await askAboutOrders(app.ctx)
  expect(await payer.balance()).toBe(50_000_000)
  expect(await ordersOf(payer)).toHaveLength(1)
})

test('turning it off cancels a charge that the processor has not answered, before it is tried again', async () => {
  const payer = await openPayer(app)
  await setUp(payer)
  await spend(payer, 0)
  const { processor } = app.ctx.payments
  if (!processor) throw new Error('no payment processor is configured')
  const charge = vi.fn<typeof processor.charge>().mockRejectedValue(new Error('processor does not answer'))
  await runRecharges({ ...app.ctx, payments: { ...app.ctx.payments, processor: { ...processor, charge } } })
  expect((await ordersOf(payer)).map(({ state }) => state)).not.toContain('canceled')
  await payer.browser.must(recharge.turnOff, {})
  expect((await ordersOf(payer)).map(({ state }) => state)).toEqual(['canceled'])
})

test.each([
  ['charged today', {}, 1, HOUR_MS, (begin: Date) => begin.getTime() + DAY_MS],
  ['charged four times in thirty days', {}, 4, DAY_MS, (begin: Date) => begin.getTime() + 30 * DAY_MS],
  [
    'charged up to the ceiling of its month',
    { month_max_micros: 50_000_000 },
    1,
    DAY_MS,
    (begin: Date) => Date.UTC(begin.getUTCFullYear(), begin.getUTCMonth() + 1, 1),
  ],
])('a login that was %s is skipped until it may be charged', async (_, more, times, step_ms, nextMs) => {
  const payer = await openPayer(app)
  // In the first days of a month, so that all charges are within it.
  const now = app.ctx.clock.now()
  app.clock.forward(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 2) - now.getTime())
  await payer.signInAgain()
  await setUp(payer, more)
  const begin = app.ctx.clock.now()
  const isLookedAt = async (ms: number) =>
    (await loginsBelow(app.ctx.db, new Date(ms), 10_000)).includes(payer.login_id)
  for (let charge = 0; charge <= times; charge += 1) {
    await spend(payer, 0)
    expect(await isLookedAt(app.ctx.clock.now().getTime())).toBe(true)
    await runRecharges(app.ctx)
    app.clock.forward(step_ms)
  }
  expect(await ordersOf(payer)).toHaveLength(times)
  expect(await isLookedAt(nextMs(begin) - 1)).toBe(false)
  expect(await isLookedAt(nextMs(begin))).toBe(true)
})

test('a run checks no more logins than requested', async () => {
  const payers = await Promise.all(Array.from({ length: 3 }, () => openPayer(app)))
  for (const payer of payers) {
    await setUp(payer)
    await spend(payer, 0)
  }
  expect(await loginsBelow(app.ctx.db, app.ctx.clock.now(), 2)).toHaveLength(2)
})

test('charges are limited to one a day and four in thirty days, whatever is spent', async () => {
  const payer = await openPayer(app)
  await setUp(payer)
  for (let hour = 0; hour < 34 * 24; hour += 12) {
    await spend(payer, 0)
    await runRecharges(app.ctx)
    app.clock.forward(12 * HOUR_MS)
  }
  const made = (await ordersOf(payer)).map(({ created_at }) => created_at.getTime())
  const begin = made[0] ?? 0
  expect(made.map((at) => (at - begin) / DAY_MS)).toEqual([0, 1, 2, 3, 30, 31, 32, 33])
})

test('the last charge that is shown is the newest of several', async () => {
  const payer = await openPayer(app)
  await setUp(payer)
  for (let day = 0; day < 3; day += 1) {
    await spend(payer, 0)
    await runRecharges(app.ctx)
    app.clock.forward(DAY_MS)
  }
  await payer.signInAgain()
  const newest = (await ordersOf(payer)).at(-1)?.created_at.toISOString()
  const shown = await payer.browser.must(recharge.getRecharge, {})
  expect(shown).toMatchObject({ charges: 3, last_charge_at: newest })
})

test('the ceiling of a calendar month holds', async () => {
  const payer = await openPayer(app)
  await setUp(payer, { month_max_micros: 100_000_000 })
  for (let day = 0; day < 65; day += 1) {
    await spend(payer, 0)
    await runRecharges(app.ctx)
    app.clock.forward(DAY_MS)
  }
  const months = Map.groupBy(await ordersOf(payer), ({ created_at }) => created_at.toISOString().slice(0, 7))
  expect(Math.max(...[...months.values()].map((orders) => orders.length))).toBe(2)
})

test('auto-recharge turns off after three failures in a row, with a mail and a banner; a new method turns it on again', async () => {
  const payer = await openPayer(app)
  await setUp(payer, {}, '0002')
  await spend(payer, 0)
  const tried: number[] = []
  for (let hour = 0; hour < 5 * 24; hour += 8) {
    await runRecharges(app.ctx)
    tried.push((await ordersOf(payer)).length)
    app.clock.forward(8 * HOUR_MS)
  }
  expect(tried.slice(0, 8), 'once a day').toEqual([1, 1, 1, 2, 2, 2, 3, 3])
  expect((await ordersOf(payer)).map(({ state }) => state)).toEqual(['failed', 'failed', 'failed'])
  const mails = (await app.mails(payer.email)).filter(({ template }) => template === 'recharge_stopped')
  expect(mails).toHaveLength(1)
  await payer.signInAgain()
  expect(await payer.browser.must(recharge.getRecharge, {})).toMatchObject({
    is_on: false,
    has_failed: true,
    failures: 3,
    failed_label: 'Visa •••• 0002',
  })
  const banner = async () =>
    (await payer.browser.must(dashboard.getStates, {})).states.find(({ state }) => state.kind === 'recharge_failed')
  expect(await banner()).toMatchObject({ can_fix: true, state: { method: 'Visa •••• 0002' } })
  await setUp(payer)
  await runRecharges(app.ctx)
  expect(await payer.balance()).toBe(50_000_000)
  expect(await banner()).toBeUndefined()
})

test('saving again, even unchanged, forgets a failed charge and lets the next one be tried at once', async () => {
  const payer = await openPayer(app)
  const info = () => payer.browser.must(recharge.getRecharge, {})
  await setUp(payer, {}, '0002')
  await spend(payer, 0)
  await runRecharges(app.ctx)
  expect(await info()).toMatchObject({ failures: 1, failed_label: 'Visa •••• 0002' })
  await runRecharges(app.ctx)
  expect(await ordersOf(payer), 'it waits a day by itself').toMatchObject([{ state: 'failed' }])
  app.clock.forward(MINUTE_MS)
  await payer.storeCard('4242')
  await payer.browser.must(recharge.saveRecharge, SETTINGS)
  expect(await info()).toMatchObject({ is_on: true, has_failed: false, failures: 0, failed_label: null })
  await runRecharges(app.ctx)
  expect(await ordersOf(payer)).toMatchObject([{ state: 'failed' }, { state: 'paid' }])
})

test('a failure between two successful charges does not count', async () => {
  const payer = await openPayer(app)
  const good = await payer.storeCard('4242')
  const bad = await payer.storeCard('0002')
  const setDefault = (id: string) => payer.browser.must(payments.setDefaultMethod, { id })
  await payer.browser.must(recharge.saveRecharge, SETTINGS)
  for (const id of [bad, bad, good, bad, bad]) {
    await setDefault(id)
    await spend(payer, 0)
    await runRecharges(app.ctx)
    app.clock.forward(DAY_MS)
    await payer.signInAgain()
  }
  expect(await payer.browser.must(recharge.getRecharge, {})).toMatchObject({ is_on: true, failures: 2 })
})

test('a removed method counts as a failure, and no order is made', async () => {
  const payer = await openPayer(app)
  const method_id = await payer.storeCard('4242')
  await payer.browser.must(recharge.saveRecharge, { ...SETTINGS, method_id })
  await payer.browser.must(payments.removeMethod, { id: method_id })
  await spend(payer, 0)
  await runRecharges(app.ctx)
  expect(await ordersOf(payer)).toEqual([])
  expect(await payer.browser.must(recharge.getRecharge, {})).toMatchObject({ failures: 1, failed_label: '' })
})

test('an account older than the required details is charged as before, and reminded by mail and on the dashboard', async () => {
  const payer = await openPayer(app)
  await setUp(payer)
  await app.database.owner.query('delete from billing_details where owner_id = $1', [payer.user_id])
  const states = async () => (await payer.browser.must(dashboard.getStates, { scope: 'api' })).states
  const missing = { state: { kind: 'billing_details' }, can_fix: true }
  await spend(payer, 0)
  expect(await states()).not.toContainEqual(expect.objectContaining(missing))
  await runRecharges(app.ctx)
  expect(await payer.balance()).toBe(50_000_000)
  expect((await app.mails(payer.email)).map(({ template }) => template)).toContain('billing_details_asked')
  expect(await states()).toContainEqual(expect.objectContaining(missing))
  const again = await payer.browser.call(recharge.saveRecharge, SETTINGS)
  expect(again.body).toMatchObject({ code: 'billing_details_needed' })
})

test('auto-recharge that is turned off charges nothing', async () => {
  const payer = await openPayer(app)
  await setUp(payer)
  expect(await payer.browser.must(recharge.turnOff, {})).toMatchObject({ is_on: false, has_failed: false })
  expect(await payer.browser.must(recharge.getActive, {})).toEqual({ recharge: null })
  await spend(payer, 0)
  await runRecharges(app.ctx)
  expect(await payer.balance()).toBe(0)
})

test.each([
  ['less than the provider allows', { amount_micros: 49_990_000 }, { fields: { amount_micros: expect.any(String) } }],
  [
    'more than the provider allows',
    { amount_micros: 60_000_000_000 },
    { fields: { amount_micros: expect.any(String) } },
  ],
  ['what has to be paid by wire', { amount_micros: 5_000_010_000 }, { fields: { amount_micros: expect.any(String) } }],
  ['parts of a cent', { amount_micros: 50_000_001 }, { fields: { amount_micros: expect.any(String) } }],
  [
    'a ceiling below the amount',
    { month_max_micros: 40_000_000 },
    { fields: { month_max_micros: expect.any(String) } },
  ],
  ['a negative threshold', { threshold_micros: -1 }, { fields: { threshold_micros: expect.any(String) } }],
  ['a method of another account', { method_id: '00000000-0000-4000-8000-000000000000' }, { code: 'unknown_method' }],
])('%s is refused, and nothing is saved', async (_, change, answer) => {
  const payer = await openPayer(app)
  await payer.storeCard('4242')
  const { body } = await payer.browser.call(recharge.saveRecharge, { ...SETTINGS, ...change })
  expect(body).toMatchObject(answer)
  expect(await payer.browser.must(recharge.getRecharge, {})).toMatchObject({ settings: null, is_on: false })
})

test('auto-recharge needs a stored method and a password entered within 15 minutes', async () => {
  const payer = await openPayer(app)
  expect((await payer.browser.call(recharge.saveRecharge, SETTINGS)).body).toMatchObject({ code: 'unknown_method' })
  await payer.storeCard('4242')
  app.clock.forward(15 * MINUTE_MS + 1)
  expect((await payer.browser.call(recharge.saveRecharge, SETTINGS)).body).toMatchObject({ code: 'reauth_needed' })
  expect((await payer.browser.call(recharge.turnOff, {})).body).toMatchObject({ code: 'reauth_needed' })
})

test('a viewer sees that a charge failed, and not with which card', async () => {
  const payer = await openPayer(app)
  const viewer = await openPayer(app)
  await setUp(payer, {}, '0002')
  await spend(payer, 0)
  for (let day = 0; day < 3; day += 1) {
    await runRecharges(app.ctx)
    app.clock.forward(DAY_MS)
  }
  await addMember(app.ctx, { owner_id: payer.user_id, user_id: viewer.user_id, role: 'viewer', cap_micros: null })
  await viewer.signInAgain()
  await viewer.browser.must(users.setActiveApiUser, { login: payer.login })
  const { states } = await viewer.browser.must(dashboard.getStates, {})
  expect(states).toContainEqual({ login: null, can_fix: false, state: { kind: 'recharge_failed', method: '' } })
  expect((await viewer.browser.call(recharge.getRecharge, {})).status).toBe(404)
})
