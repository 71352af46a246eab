import { databases } from '@portico/contract/databases.ts'
import { beforeAll, expect, test, vi } from 'vitest'
import { checkBooks } from '#ledger/books/index.ts'
import { balanceOf } from '#ledger/index.ts'
import type { TestApp } from '#testing/app.ts'
import { addCustomer, type Order, openMortal, orderOf } from '#testing/databases/shop.ts'
import { sharedApp } from '#testing/shared-app.ts'
import { preparePurchases } from './prepare.ts'

vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 })

const PRICE = 2_500_000
const START = 1_000_000_000

let customer: Awaited<ReturnType<typeof addCustomer<ReturnType<TestApp['browser']>>>>
const { prepare, killedAt } = openMortal()
const app = sharedApp({ prepare })

beforeAll(async () => {
  customer = await addCustomer(app, 'crashes', 1000)
  // The file exists already: the purchase is killed, not the making of files.
  await customer.browser.must(databases.buy, await orderOf(app))
  await preparePurchases(app.ctx)
})

/** The result once another process has continued: state of the purchase, its bookings, and its files. */
async function endOf({ id }: Order) {
  for (let round = 0; round < 7; round += 1) {
    app.clock.forward(61_000)
    await preparePurchases(app.ctx)
  }
  const { rows } = await app.database.owner.query(
    `select p.state, (select count(*)::int from database_purchase_files f where f.purchase_id = p.id) as files
       from database_purchases p where p.id = $1`,
    [id],
  )
  return rows[0] as { state: string; files: number } | undefined
}

/** Granted for the whole test: the clock advances by minutes. */
async function signInAgain() {
  await customer.browser.signIn(customer.email)
}

test('an order killed before any of its statements ends paid and ready, or unpaid and absent', async () => {
  const seen = new Set<string>()
  for (let statement = 1; ; statement += 1) {
    await signInAgain()
    const order = await orderOf(app)
    const before = await balanceOf(app.ctx, customer.login_id)
    const was_killed = await killedAt(statement, () => customer.browser.must(databases.buy, order))
    const end = await endOf(order)
    const paid = before - (await balanceOf(app.ctx, customer.login_id))
    expect([end, paid], `statement ${statement}`).toEqual(end ? [{ state: 'ready', files: 1 }, PRICE] : [undefined, 0])
    seen.add(end?.state ?? 'absent')
    if (!was_killed) break
  }
  expect([...seen].toSorted()).toEqual(['absent', 'ready'])
  expect((await checkBooks(app.ctx)).discrepancies).toEqual([])
})

test('a customer who presses again after a crash pays once', async () => {
  for (const statement of [5, 9, 13, 17, 21]) {
    await signInAgain()
    const order = await orderOf(app)
    const before = await balanceOf(app.ctx, customer.login_id)
    await killedAt(statement, () => customer.browser.must(databases.buy, order))
    await customer.browser.must(databases.buy, order)
    expect(before - (await balanceOf(app.ctx, customer.login_id))).toBe(PRICE)
    expect((await endOf(order))?.state).toBe('ready')
  }
})

test('a paid order killed before any statement of preparing becomes ready, charged once', async () => {
  for (let statement = 1; ; statement += 1) {
    await signInAgain()
    const order = await orderOf(app)
    const before = await balanceOf(app.ctx, customer.login_id)
    await customer.browser.must(databases.buy, order)
    const was_killed = await killedAt(statement, () => preparePurchases(app.ctx))
    expect(await endOf(order), `statement ${statement}`).toEqual({ state: 'ready', files: 1 })
    expect(before - (await balanceOf(app.ctx, customer.login_id))).toBe(PRICE)
    if (!was_killed) break
  }
})

test('an undeliverable order killed before any statement of giving up is refunded once', async () => {
  const offered = app.ctx.databases
  for (let statement = 1; ; statement += 1) {
    await signInAgain()
    const order = await orderOf(app)
    const before = await balanceOf(app.ctx, customer.login_id)
    await customer.browser.must(databases.buy, order)
    await app.database.owner.query('update database_purchases set tries = 4 where id = $1', [order.id])
    app.ctx.databases = []
    const was_killed = await killedAt(statement, () => preparePurchases(app.ctx))
    expect(await endOf(order), `statement ${statement}`).toEqual({ state: 'failed', files: 0 })
    app.ctx.databases = offered
    expect(await balanceOf(app.ctx, customer.login_id)).toBe(before)
    if (!was_killed) break
  }
  expect((await checkBooks(app.ctx)).discrepancies).toEqual([])
})

test('an order that ended the process five times is refunded, not retried for ever', async () => {
  await signInAgain()
  const order = await orderOf(app)
  const before = await balanceOf(app.ctx, customer.login_id)
  await customer.browser.must(databases.buy, order)
  await app.database.owner.query('update database_purchases set tries = 5 where id = $1', [order.id])
  await preparePurchases(app.ctx)
  expect(await endOf(order)).toEqual({ state: 'failed', files: 0 })
  expect(await balanceOf(app.ctx, customer.login_id)).toBe(before)
})

test('every purchase has one booking of its price, and every failed one a second that refunds it', async () => {
  const { rows } = await app.database.owner.query(
    `select count(*)::int as purchases, count(*) filter (where state = 'failed')::int as failed,
        count(*) filter (where state = 'ready')::int as ready,
        (select count(*)::int from ledger_transactions where kind = 'purchase') as bookings from database_purchases`,
  )
  const { purchases, failed, ready, bookings } = rows[0]
  expect([ready + failed, bookings]).toEqual([purchases, purchases + failed])
  expect(failed).toBeGreaterThan(1)
  expect(await balanceOf(app.ctx, customer.login_id)).toBe(START - PRICE * ready)
})
