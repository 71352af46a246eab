import { randomUUID } from 'node:crypto'
import { databaseCards } from '@portico/contract/database-cards.ts'
import { databases } from '@portico/contract/databases.ts'
import { payments } from '@portico/contract/payments.ts'
import { testProcessor } from '@portico/contract/test-processor.ts'
import { MINUTE_MS } from '@portico/contract/time.ts'
import { users } from '@portico/contract/users.ts'
import { beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { boundLogin } from '#access/index.ts'
import { balanceOf, bookGift } from '#ledger/index.ts'
import { askAboutOrders, handleEvents } from '#payments/index.ts'
import { addMember, changeMemberRole } from '#team/members.ts'
import { closeBalanced } from '#testing/close-balanced.ts'
import { addCustomer, type Order, openMortal, orderOf } from '#testing/databases/shop.ts'
import { sharedApp } from '#testing/shared-app.ts'
import { variants } from '#testing/variants.ts'
import { completeCardOrders, preparePurchases } from './index.ts'

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

const PRICE = 2_500_000
const PAY = 50_000_000
const { prepare, killedAt } = openMortal()
const app = sharedApp({ prepare }, closeBalanced)
let people = 0

beforeAll(async () => {
  const first = await addCustomer(app, 'first', 100)
  await first.browser.must(databases.buy, await orderOf(app))
  await preparePurchases(app.ctx)
})

async function customer(dollars = 0) {
  people += 1
  const made = await addCustomer(app, `card-${people}`, dollars)
  return { ...made, balance: () => balanceOf(app.ctx, made.login_id) }
}
type Customer = Awaited<ReturnType<typeof customer>>

const inputOf = (order: Order, more: object = {}) => ({
  ...order,
  order_id: randomUUID(),
  pay_micros: PAY,
  tax_micros: 0,
  how: 'checkout' as const,
  ...more,
})

async function begin({ browser }: Customer, more: Partial<Order> = {}) {
  const order = await orderOf(app, more)
  const { pay_url, order_id } = await browser.must(databaseCards.payByCard, inputOf(order))
  const checkout = new URL(pay_url ?? '').pathname.split('/').at(-1) ?? ''
  const decide = (outcome: 'approve' | 'decline' | 'cancel' = 'approve') =>
    browser.must(testProcessor.decide, { checkout, outcome })
  return { order, order_id, decide, shown: () => browser.must(payments.getOrder, { id: order_id }) }
}

/** The page of the test processor is closed to members who may not pay; a payment made there arrives automatically. */
async function arrives(order_id: string) {
  await app.database.owner.query("update test_processor_payments set state = 'paid' where order_id = $1", [order_id])
  app.clock.forward(11 * MINUTE_MS)
  await askAboutOrders(app.ctx)
}

async function purchasesOf({ id }: Customer) {
  const { rows } = await app.database.owner.query(
    'select id, amount_micros::int as paid, state from database_purchases where owner_id = $1',
    [id],
  )
  return rows as { id: string; paid: number; state: string }[]
}

test('a database is paid by card: the credit buys it at once, the rest remains, and the files follow', async () => {
  const payer = await customer()
  const { order, decide, shown } = await begin(payer)
  expect((await shown()).database).toMatchObject({ state: 'waiting', price_micros: PRICE, reason: null })
  expect(await payer.balance(), 'coming back from the page grants nothing').toBe(0)
  expect(await purchasesOf(payer)).toEqual([])
  await decide()
  expect(await shown()).toMatchObject({ status: 'paid', database: { state: 'bought', reason: null } })
  expect(await payer.balance()).toBe(PAY - PRICE)
  await preparePurchases(app.ctx)
  expect(await purchasesOf(payer)).toEqual([{ id: order.id, paid: PRICE, state: 'ready' }])
  const { rows } = await app.database.owner.query(
    "select actor, detail from audit_log where user_id = $1 and action = 'database_bought'",
    [payer.id],
  )
  expect(rows).toMatchObject([
    { actor: `user:${payer.id}`, detail: { database: 'technologies', amount_micros: PRICE } },
  ])
})

test('a stored card pays what the balance lacks, in one press; pressed again it is the same payment', async () => {
  const payer = await customer(1)
  const { url } = await payer.browser.must(payments.addMethod, {})
  const checkout = new URL(url).pathname.split('/').at(-1) ?? ''
  await payer.browser.must(testProcessor.decide, { checkout, outcome: 'approve', card: '4242' })
  const { methods } = await payer.browser.must(payments.getMethods, {})
  const input = inputOf(await orderOf(app), { how: 'method', method_id: methods[0]?.id })
  const answers = await Promise.all([1, 2, 3].map(() => payer.browser.call(databaseCards.payByCard, input)))
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
  expect((await payer.browser.must(databaseCards.payByCard, input)).state).toBe('paid')
  expect(await payer.balance()).toBe(1_000_000 + PAY - PRICE)
  expect(await purchasesOf(payer)).toHaveLength(1)
})

test.each(['decline', 'cancel'] as const)(
  'a payment that ends with %s buys nothing and costs nothing',
  async (outcome) => {
    const payer = await customer()
    const { decide, shown } = await begin(payer)
    await decide(outcome)
    expect((await shown()).database?.state).toBe('waiting')
    await completeCardOrders(app.ctx)
    expect([await payer.balance(), await purchasesOf(payer)]).toEqual([0, []])
  },
)

/** Changes between the press and the payment, and the resulting message on the page. */
const MEANWHILE: [string, string, (payer: Customer, order: Order) => Promise<() => void>][] = [
  [
    'the price has changed',
    'order_changed',
    async () => {
      const known = app.ctx.databases
      app.ctx.databases = known.map((one) => ({ ...one, price_per_thousand_micros: one.price_per_thousand_micros * 2 }))
      return () => {
        app.ctx.databases = known
      }
    },
  ],
  [
    'the database is no longer offered',
    'unknown_database',
    async () => {
      const known = app.ctx.databases
      app.ctx.databases = []
      return () => {
        app.ctx.databases = known
      }
    },
  ],
  [
    'the login was put on hold',
    'login_on_hold',
    async ({ email }) => {
      await boundLogin(app.ctx, email, { on_hold: true })
      return () => undefined
    },
  ],
  [
    'the account was blocked',
    'not_allowed',
    async ({ id }) => {
      await app.database.owner.query("update users set status = 'disabled' where id = $1", [id])
      return () => undefined
    },
  ],
  [
    'the same order was paid from the balance',
    'already_there',
    async ({ login_id, browser }, order) => {
      await bookGift(app.ctx, { id: randomUUID(), login_id, amount_micros: PRICE, memo: '', actor: 'test' })
      await browser.must(databases.buy, order)
      return () => undefined
    },
  ],
]

test.each(MEANWHILE)('a payment stays on the balance when %s, and the order shows so', async (_, reason, happen) => {
  const payer = await customer()
  const { order, order_id, decide } = await begin(payer)
  const undo = await happen(payer, order)
  const before = await purchasesOf(payer)
  if (reason === 'not_allowed') await arrives(order_id)
  else await decide()
  undo()
  const { rows } = await app.database.owner.query('select state, reason from database_orders where order_id = $1', [
    order_id,
  ])
  expect(rows).toEqual([{ state: 'not_bought', reason }])
  expect([await payer.balance(), await purchasesOf(payer)]).toEqual([PAY, before])
  await completeCardOrders(app.ctx)
  expect(await payer.balance(), 'and it stays so').toBe(PAY)
})

test('a balance that decreased meanwhile buys nothing: the payment is credited in full', async () => {
  const payer = await customer(100)
  const { decide, shown } = await begin(payer, {
    locations: ['US', 'PL', 'NL', 'DE', 'FR', 'GB', 'ES', 'IT'].slice(0, 1),
  })
  const { database } = await shown()
  const left = (database?.price_micros ?? 0) - PAY - 10_000
  await bookGift(app.ctx, {
    id: randomUUID(),
    login_id: payer.login_id,
    amount_micros: left - 100_000_000,
    memo: 'spent',
    actor: 'test',
  })
  await decide()
  const after = await shown()
  const is_short = (database?.price_micros ?? 0) > left + PAY
  expect(after.database).toMatchObject(
    is_short ? { state: 'not_bought', reason: 'insufficient_funds' } : { state: 'bought' },
  )
  expect(is_short).toBe(true)
  expect(await payer.balance()).toBe(left + PAY)
})

test('a payment of exactly what the balance lacks is taken, one that is a cent short is not', async () => {
  const known = app.ctx.databases
  app.ctx.databases = known.map((one) => ({ ...one, price_per_thousand_micros: one.price_per_thousand_micros * 100 }))
  onTestFinished(() => {
    app.ctx.databases = known
  })
  const { amount_micros, ...order } = await orderOf(app)
  for (const short_micros of [10_000, 0]) {
    const payer = await customer()
    const gift = { id: randomUUID(), login_id: payer.login_id, memo: '', actor: 'test' }
    await bookGift(app.ctx, { ...gift, amount_micros: amount_micros - PAY - short_micros })
    const input = inputOf({ ...order, amount_micros, id: randomUUID() })
    const { status, body } = await payer.browser.call(databaseCards.payByCard, input)
    if (short_micros === 0) expect(status).toBe(200)
    else expect(body).toMatchObject({ code: 'insufficient_funds' })
  }
})

test('a member who lost the right to buy meanwhile buys nothing', async () => {
  const owner = await customer()
  const member = await customer()
  await addMember(app.ctx, { owner_id: owner.id, user_id: member.id, role: 'finance', cap_micros: null })
  await member.browser.must(users.setActiveApiUser, { login: owner.email })
  const { order_id } = await begin(member)
  await changeMemberRole(app.ctx, owner.id, member.id, 'developer')
  await arrives(order_id)
  const { rows } = await app.database.owner.query('select state, reason from database_orders where order_id = $1', [
    order_id,
  ])
  expect(rows).toEqual([{ state: 'not_bought', reason: 'not_allowed' }])
  expect([await owner.balance(), await purchasesOf(owner)]).toEqual([PAY, []])
})

for (const [stride, options] of variants([5, 2]))
  test(
    `a payment killed before any of its statements, ${stride} further each time, is credited once and buys the database once`,
    options,
    async () => {
      const payer = await customer()
      for (let statement = 1, round = 1; ; statement += stride, round += 1) {
        await app.database.owner.query('delete from rate_limits')
        if (round % 10 === 0) await payer.browser.signIn(payer.email)
        const { order, decide, shown } = await begin(payer)
        const was_killed = await killedAt(statement, decide)
        // Another process: the customer presses again, the processor notifies again, the jobs continue.
        await decide().catch(() => undefined)
        await handleEvents(app.ctx)
        app.clock.forward(61_000)
        await askAboutOrders(app.ctx)
        await completeCardOrders(app.ctx)
        expect([await shown(), await payer.balance()], `statement ${statement}`).toMatchObject([
          { status: 'paid', database: { state: 'bought' } },
          (PAY - PRICE) * round,
        ])
        expect((await purchasesOf(payer)).map(({ id }) => id)).toContain(order.id)
        if (!was_killed) break
      }
      const bought = await purchasesOf(payer)
      expect(bought.length).toBeGreaterThan(20 / stride)
    },
  )

test('a purchase that fails for no fault of the order is retried after the credit, five times, and then given up', async () => {
  const known = app.ctx.databases
  const payer = await customer()
  const { order_id, decide, shown } = await begin(payer)
  app.ctx.databases = new Proxy(known, {
    get: (target, name) => {
      if (name === 'flatMap') throw new Error('provider file cannot be read')
      return Reflect.get(target, name)
    },
  })
  await decide()
  expect(await payer.balance(), 'the credit does not wait for the shop').toBe(PAY)
  await completeCardOrders(app.ctx)
  app.ctx.databases = known
  expect((await shown()).database?.state).toBe('waiting')
  await completeCardOrders(app.ctx)
  expect([(await shown()).database?.state, await payer.balance()]).toEqual(['bought', PAY - PRICE])
  await app.database.owner.query(
    "update database_orders set state = 'waiting', tries = 4, purchase_id = gen_random_uuid() where order_id = $1",
    [order_id],
  )
  app.ctx.databases = new Proxy(known, {
    get: (target, name) => {
      if (name === 'flatMap') throw new Error('provider file cannot be read')
      return Reflect.get(target, name)
    },
  })
  await completeCardOrders(app.ctx)
  app.ctx.databases = known
  expect((await shown()).database).toMatchObject({ state: 'not_bought', reason: 'failed' })
})

test.each([
  ['less than the smallest payment', { pay_micros: 10_000_000 }, 'invalid_input'],
  ['fractions of a cent', { pay_micros: 50_000_001 }, 'invalid_input'],
  ['more than is paid by card', { pay_micros: 6_000_000_000 }, 'invalid_input'],
  ['another price', { amount_micros: PRICE + 10_000 }, 'order_changed'],
  ['another version', { version: '2020-01' }, 'order_changed'],
  ['what is not offered', { database_id: 'nothing' }, 'unknown_database'],
  ['another tax', { tax_micros: 10_000 }, 'total_changed'],
  ['a card that is not theirs', { how: 'method', method_id: randomUUID() }, 'unknown_method'],
  ['a card without a name', { how: 'method' }, 'unknown_method'],
] as const)('%s is refused, and nothing is ordered', async (_, more, code) => {
  const payer = await customer()
  const input = inputOf(await orderOf(app), more)
  expect(await payer.browser.call(databaseCards.payByCard, input)).toMatchObject({ body: { code } })
  const { rows } = await app.database.owner.query('select from payment_orders where owner_id = $1', [payer.id])
  expect(rows).toEqual([])
})

test('an id of an existing payment, for another purchase or by another account, buys nothing', async () => {
  const payer = await customer()
  const input = inputOf(await orderOf(app))
  await payer.browser.must(databaseCards.payByCard, input)
  expect(await payer.browser.call(databaseCards.payByCard, { ...input, id: randomUUID() })).toMatchObject({
    body: { code: 'already_there' },
  })
  const other = await customer()
  expect(await other.browser.call(databaseCards.payByCard, input)).toMatchObject({ body: { code: 'already_there' } })
  expect(await other.browser.call(payments.getOrder, { id: input.order_id })).toMatchObject({
    body: { code: 'unknown_order' },
  })
})
