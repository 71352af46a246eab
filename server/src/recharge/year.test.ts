import { payments } from '@portico/contract/payments.ts'
import { RECHARGES_MAX, RECHARGES_WITHIN_DAYS, recharge } from '@portico/contract/recharge.ts'
import { subscriptions } from '@portico/contract/subscriptions.ts'
import { DAY_MS, HOUR_MS } from '@portico/contract/time.ts'
import { expect, test, vi } from 'vitest'
import { randomNumbers } from '#crypto/random.ts'
import type { Ctx } from '#ctx/ctx.ts'
import type { PaymentProcessor } from '#integrations/payment-processor.ts'
import { checkBooks } from '#ledger/books/index.ts'
import { askAboutOrders } from '#payments/index.ts'
import { renewSubscriptions } from '#subscriptions/index.ts'
import { openPayer, type Payer } from '#testing/payer.ts'
import { sharedApp } from '#testing/shared-app.ts'
import { variants } from '#testing/variants.ts'
import { runRecharges } from './run-recharges.ts'

vi.setConfig({ testTimeout: 300_000 })

/** No divisor of a day, so that charges fall on every hour. */
const STEP_HOURS = 17
const stepsOf = (days: number) => Math.ceil((days * 24) / STEP_HOURS)
const THRESHOLD = 20_000_000
const AMOUNT = 50_000_000
const CEILING = 150_000_000

const app = sharedApp()

/** A processor that is unreachable one time in ten, and whose answer is lost one time in ten. */
function flaky(processor: PaymentProcessor, roll: () => number): PaymentProcessor {
  const unsteady = async <T>(work: () => Promise<T>): Promise<T> => {
    if (roll() < 0.1) throw new Error('processor does not answer')
    const answer = await work()
    if (roll() < 0.1) throw new Error('answer of the processor is lost')
    return answer
  }
  return {
    ...processor,
    charge: (...all) => unsteady(() => processor.charge(...all)),
    read: (...all) => unsteady(() => processor.read(...all)),
  }
}

interface Person extends Payer {
  good: string
  bad: string
}

async function person(): Promise<Person> {
  const payer = await openPayer(app)
  const bad = await payer.storeCard('0002')
  const good = await payer.storeCard('4242')
  const settings = { threshold_micros: THRESHOLD, amount_micros: AMOUNT, method_id: null, month_max_micros: CEILING }
  await payer.browser.must(recharge.saveRecharge, settings)
  await payer.activate({ how: 'method', method_id: good })
  return { ...payer, good, bad }
}

/** Occasional actions of people: spend, change cards, cancel, resume, subscribe again, turn auto-recharge on again. */
async function live(one: Person, roll: () => number): Promise<void> {
  const balance = await one.balance()
  if (roll() < 0.7 && balance > 0) await one.give(-Math.ceil(balance * roll()))
  if (roll() > 0.02) return
  await one.signInAgain()
  await one.browser.must(payments.setDefaultMethod, { id: roll() < 0.7 ? one.good : one.bad })
  const { state } = await one.shown()
  const input = roll()
  if (state === 'active' && input < 0.3) await one.browser.must(subscriptions.cancel, { product: 'backlinks' })
  if (state === 'canceling' && input < 0.7) await one.browser.must(subscriptions.resume, { product: 'backlinks' })
  if (state === 'expired' || state === 'inactive' || state === 'past_due')
    await one.activate({ how: 'method', method_id: one.good })
  const info = await one.browser.must(recharge.getRecharge, {})
  if (!info.is_on && info.settings) await one.browser.must(recharge.saveRecharge, info.settings)
}

for (const [days, options] of variants([46, 366]))
  test(
    `${days} days with failures of cards and processor keep all limits and credit every charge once`,
    options,
    async () => {
      const roll = randomNumbers(1)
      const people = [await person(), await person()]
      const { processor } = app.ctx.payments
      if (!processor) throw new Error('no payment processor is configured')
      const ctx: Ctx = { ...app.ctx, payments: { ...app.ctx.payments, processor: flaky(processor, roll) } }
      const low = new Map<number, Set<number>>()
      for (let step = 0; step < stepsOf(days); step += 1) {
        app.clock.forward(STEP_HOURS * HOUR_MS)
        for (const one of people) {
          await live(one, roll)
          if ((await one.balance()) < THRESHOLD)
            low.set(one.login_id, (low.get(one.login_id) ?? new Set()).add(app.clock.now().getTime()))
        }
        await Promise.all([renewSubscriptions(ctx), runRecharges(ctx), runRecharges(ctx)])
        await askAboutOrders(ctx)
      }
      // Open orders are read until their end is known.
      for (let more = 0; more < 10; more += 1) {
        app.clock.forward(HOUR_MS)
        await askAboutOrders(app.ctx)
      }
      for (const one of people) await checkPerson(one, low.get(one.login_id) ?? new Set(), days / 60)
      expect(await checkBooks(app.ctx)).toMatchObject({ balanced: true, discrepancies: [] })
    },
  )

async function checkPerson({ user_id, login_id }: Person, low: Set<number>, least: number): Promise<void> {
  const orders = await app.ctx.db
    .selectFrom('payment_orders')
    .selectAll()
    .where('owner_id', '=', user_id)
    .orderBy('created_at')
    .execute()
  const charged = orders.filter(({ purpose, state }) => purpose === 'auto_recharge' && state === 'paid')
  const times = charged.map(({ created_at }) => created_at.getTime())
  expect(charged.length, 'automatic charges').toBeGreaterThan(least)
  times.forEach((at, index) => {
    expect(low.has(at), 'charged only while the balance was below the threshold').toBe(true)
    expect(at - (times[index - 1] ?? 0)).toBeGreaterThanOrEqual(DAY_MS)
    expect(at - (times[index - RECHARGES_MAX] ?? 0)).toBeGreaterThanOrEqual(RECHARGES_WITHIN_DAYS * DAY_MS)
  })
  for (const month of Map.groupBy(charged, ({ created_at }) => created_at.toISOString().slice(0, 7)).values())
    expect(month.length * AMOUNT).toBeLessThanOrEqual(CEILING)
  // The processor's own list: a payment for each paid order, none for any other, and each is credited once.
  const { rows: paid } = await app.database.owner.query<{ order_id: string; total_micros: number }>(
    `select p.order_id, p.total_micros from test_processor_payments p join payment_customers c using (customer_ref)
       where c.owner_id = $1 and p.state = 'paid' and p.order_id is not null order by 1`,
    [user_id],
  )
  expect(paid.map(({ order_id }) => order_id)).toEqual(
    orders
      .filter(({ state }) => state === 'paid')
      .map(({ id }) => id)
      .toSorted(),
  )
  const { rows: credits } = await app.database.owner.query<{ sum: number }>(
    `select coalesce(sum(e.amount_micros), 0)::bigint as sum from ledger_entries e
       join ledger_accounts a on a.id = e.account_id join ledger_transactions t on t.id = e.transaction_id
       where a.api_login_id = $1 and t.kind = 'payment'`,
    [login_id],
  )
  expect(credits[0]?.sum).toBe(paid.reduce((sum, { total_micros }) => sum + Number(total_micros), 0))
  const periods = await app.ctx.db
    .selectFrom('subscription_periods')
    .selectAll()
    .where('owner_id', '=', user_id)
    .orderBy('period_start')
    .execute()
  const subscribed = orders.filter(({ purpose, state }) => purpose === 'subscription' && state === 'paid')
  expect(periods.map(({ order_id }) => order_id).toSorted()).toEqual(subscribed.map(({ id }) => id).toSorted())
  expect(periods.length, 'months paid for').toBeGreaterThan(least)
  periods.forEach(({ period_start }, index) => {
    expect(period_start >= (periods[index - 1]?.period_end ?? period_start), 'no month is paid twice').toBe(true)
  })
}
