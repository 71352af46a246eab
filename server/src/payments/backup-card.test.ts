import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { payments } from '@portico/contract/payments.ts'
import { recharge } from '@portico/contract/recharge.ts'
import { DAY_MS } from '@portico/contract/time.ts'
import { expect, inject, test, vi } from 'vitest'
import type { Ctx } from '#ctx/ctx.ts'
import type { PaymentProcessor } from '#integrations/payment-processor.ts'
import { runRecharges } from '#recharge/index.ts'
import { renewSubscriptions } from '#subscriptions/index.ts'
import { closeBalanced } from '#testing/close-balanced.ts'
import { inDatabase } from '#testing/db/server.ts'
import { openPayer, type Payer } from '#testing/payer.ts'
import { sharedApp } from '#testing/shared-app.ts'
import { askAboutOrders } from './index.ts'
import { methodById, putMethod } from './method-store.ts'

// Processes start slowly on a busy machine; no test here is about speed.
vi.setConfig({ testTimeout: 240_000 })

const SETTINGS = { threshold_micros: 20_000_000, amount_micros: 50_000_000, method_id: null, month_max_micros: null }

const app = sharedApp({}, closeBalanced)

type Card = Parameters<Payer['storeCard']>[0]

/** A customer with a balance of 10 whose default card is the second one. */
async function payerWith(backup: Card, first: Card) {
  const payer = await openPayer(app)
  const id = await payer.storeCard(backup)
  await payer.storeCard(first)
  await payer.browser.must(payments.setBackupMethod, { id })
  return payer
}

async function rechargerWith(backup: Card, first: Card) {
  const payer = await payerWith(backup, first)
  await payer.browser.must(recharge.saveRecharge, SETTINGS)
  return payer
}

const ordersOf = async ({ user_id }: Payer) => {
  const { rows } = await app.database.owner.query<{ state: string; method_label: string }>(
    'select state, method_label from payment_orders where owner_id = $1 order by created_at, backup_of nulls first',
    [user_id],
  )
  return rows.map(({ state, method_label }) => `${state} ${method_label.slice(-4)}`)
}

/** The charges at the processor, independent of our rows. */
async function paidBy({ user_id }: Payer): Promise<number> {
  const { rows } = await app.database.owner.query(
    `select from test_processor_payments p join payment_customers c using (customer_ref)
       where c.owner_id = $1 and p.order_id is not null and p.state = 'paid'`,
    [user_id],
  )
  return rows.length
}

const withProcessor = (change: (processor: PaymentProcessor) => Partial<PaymentProcessor>): Ctx => {
  const { processor } = app.ctx.payments
  if (!processor) throw new Error('no payment processor is configured')
  return { ...app.ctx, payments: { ...app.ctx.payments, processor: { ...processor, ...change(processor) } } }
}

test('a declined default card is followed by the back-up card at once, and the mail names both', async () => {
  const payer = await rechargerWith('4242', '0002')
  await runRecharges(app.ctx)
  expect(await ordersOf(payer)).toEqual(['failed 0002', 'paid 4242'])
  expect(await payer.balance()).toBe(60_000_000)
  expect(await payer.browser.must(recharge.getRecharge, {})).toMatchObject({ is_on: true, failures: 0, charges: 1 })
  const mails = (await app.mails(payer.email)).filter(({ template }) => template === 'backup_card_used')
  expect(mails.map(({ data }) => data)).toEqual([
    expect.objectContaining({ declined: 'Visa •••• 0002', method: 'Visa •••• 4242', total_micros: 50_000_000 }),
  ])
})

test('two declined cards are one failure, which names both', async () => {
  const payer = await rechargerWith('9995', '0002')
  await runRecharges(app.ctx)
  await runRecharges(app.ctx)
  expect(await ordersOf(payer)).toEqual(['failed 0002', 'failed 9995'])
  expect(await payer.browser.must(recharge.getRecharge, {})).toMatchObject({
    failures: 1,
    failed_label: 'Visa •••• 0002, Visa •••• 9995',
  })
})

test('a renewal is paid with the back-up card, for one period', async () => {
  const payer = await openPayer(app)
  await payer.subscribe('approve', { save_method: true, card: '4242' })
  const { methods } = await payer.browser.must(payments.getMethods, {})
  await payer.storeCard('0002')
  await payer.browser.must(payments.setBackupMethod, { id: methods[0]?.id ?? null })
  for (let day = 0; day < 32; day += 1) {
    app.clock.forward(DAY_MS)
    await renewSubscriptions(app.ctx)
  }
  await payer.signInAgain()
  expect(await payer.shown()).toMatchObject({ state: 'active' })
  expect(await ordersOf(payer)).toEqual(['paid 4242', 'failed 0002', 'paid 4242'])
  expect(await payer.balance()).toBe(210_000_000)
})

test('a card blocked by its bank ends the attempt: the back-up card is not charged', async () => {
  const payer = await rechargerWith('4242', '0002')
  const ctx = withProcessor((processor) => ({
    charge: async (...given) => ({ ...(await processor.charge(...given)), is_blocked: true }),
  }))
  await runRecharges(ctx)
  expect(await ordersOf(payer)).toEqual(['failed 0002'])
  expect(await payer.browser.must(recharge.getRecharge, {})).toMatchObject({ failures: 1 })
})

test('a failure of the processor does not charge another card', async () => {
  const payer = await rechargerWith('4242', '0002')
  const ctx = withProcessor((processor) => ({
    charge: async (...given) => ({ ...(await processor.charge(...given)), failure: 'processor_error' }),
  }))
  await runRecharges(ctx)
  expect(await ordersOf(payer)).toEqual(['failed 0002'])
  expect(await paidBy(payer)).toBe(0)
})

test('a first payment that turns out to be paid before the back-up card is charged is the only one', async () => {
  const payer = await rechargerWith('4242', '0002')
  const ctx = withProcessor((processor) => ({
    // The bank changes its mind between the two charges.
    async charge(order, method_ref, is_present) {
      const snapshot = await processor.charge(order, method_ref, is_present)
      await app.database.owner.query(
        `update test_processor_payments set state = 'paid', failure = null where order_id = $1`,
        [order.id],
      )
      return snapshot
    },
  }))
  await runRecharges(ctx)
  expect(await ordersOf(payer)).toEqual(['paid 0002', 'canceled 4242'])
  expect(await paidBy(payer)).toBe(1)
  expect(await payer.balance()).toBe(60_000_000)
})

test('a customer who pays by hand with a declined card chooses the next one: no other card is charged', async () => {
  const payer = await payerWith('4242', '0002')
  const { methods } = await payer.browser.must(payments.getMethods, {})
  const method_id = methods.find(({ is_default }) => is_default)?.id ?? ''
  const order = { id: crypto.randomUUID(), amount_micros: 50_000_000, tax_micros: 0, how: 'method' as const, method_id }
  expect(await payer.browser.must(payments.createOrder, order)).toMatchObject({ status: 'failed' })
  expect(await ordersOf(payer)).toEqual(['failed 0002'])
})

test('processes that find the same declined charge at once charge the back-up card once', async () => {
  const payer = await rechargerWith('4242', '0002')
  const other = await app.sibling()
  await Promise.all([app, other, app, other].map(({ ctx }) => runRecharges(ctx)))
  await Promise.all([app, other].map(({ ctx }) => askAboutOrders(ctx)))
  await runRecharges(other.ctx)
  expect(await ordersOf(payer)).toEqual(['failed 0002', 'paid 4242'])
  expect(await paidBy(payer)).toBe(1)
})

/** Runs auto-recharge in another process that is killed at this step; returns whether it was. */
async function killedAt(step: number): Promise<boolean> {
  const url = inDatabase(inject('testServer').appUrl, app.database.name)
  const file = join(import.meta.dirname, '../testing/recharge/recharger.ts')
  const args = [file, url, app.data_dir, String(app.clock.now().getTime()), String(step)]
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'inherit'] })
  const [code, signal] = await once(child, 'close')
  if (signal !== 'SIGKILL' && code !== 0) throw new Error(`child process ended with ${code}`)
  return signal === 'SIGKILL'
}

test('a process killed between the two cards leaves one charge to the next, and never two', async () => {
  const steps: string[] = []
  const counted = await rechargerWith('4242', '0002')
  await runRecharges({ ...app.ctx, payments: { ...app.ctx.payments, onStep: (step) => void steps.push(step) } })
  expect(await paidBy(counted)).toBe(1)
  const made = steps.indexOf('backup order made') + 1
  const committed = steps.indexOf('backup order committed') + 1
  expect([made > 0, committed > made]).toEqual([true, true])
  // In the transaction, after it, before the second charge is requested, and after it was answered.
  const requested = steps.lastIndexOf('charge requested') + 1
  for (const step of [made, committed, requested, requested + 1]) {
    const payer = await rechargerWith('4242', '0002')
    expect(await killedAt(step), `step ${step}`).toBe(true)
    const { ctx } = await app.sibling()
    await Promise.all([runRecharges(app.ctx), runRecharges(ctx), runRecharges(app.ctx)])
    expect(await ordersOf(payer), `step ${step}`).toEqual(['failed 0002', 'paid 4242'])
    expect(await paidBy(payer), `step ${step}`).toBe(1)
    expect(await payer.balance(), `step ${step}`).toBe(60_000_000)
  }
})

test('the default card cannot be its own back-up, stops being the back-up when it becomes the default, and no back-up is allowed', async () => {
  const payer = await openPayer(app)
  const [first, second] = [await payer.storeCard('4242'), await payer.storeCard('0002')]
  const roles = async () => {
    const { methods } = await payer.browser.must(payments.getMethods, {})
    return methods.map(({ last4, is_default, is_backup }) => `${last4} ${is_default} ${is_backup}`)
  }
  const refused = await payer.browser.call(payments.setBackupMethod, { id: second })
  expect(refused.body).toMatchObject({ code: 'unknown_method' })
  await payer.browser.must(payments.setBackupMethod, { id: first })
  expect(await roles()).toEqual(['0002 true false', '4242 false true'])
  await payer.browser.must(payments.setDefaultMethod, { id: first })
  expect(await roles()).toEqual(['4242 true false', '0002 false false'])
  await payer.browser.must(payments.setBackupMethod, { id: second })
  await payer.browser.must(payments.setBackupMethod, { id: null })
  expect(await roles()).toEqual(['4242 true false', '0002 false false'])
  await payer.browser.must(payments.setBackupMethod, { id: second })
  const stored = await methodById(app.ctx.db, second)
  await payer.browser.must(payments.removeMethod, { id: second })
  expect(await roles()).toEqual(['4242 true false'])
  if (stored) await putMethod(app.ctx.db, stored)
  expect(await roles(), 'stored again it is a card as any other').toEqual(['4242 true false', '0002 false false'])
})
