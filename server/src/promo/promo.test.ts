import { randomUUID } from 'node:crypto'
import { access } from '@portico/contract/access.ts'
import type { Sent } from '@portico/contract/endpoint.ts'
import { operator } from '@portico/contract/operator.ts'
import { promo } from '@portico/contract/promo.ts'
import { HOUR_MS, MINUTE_MS } from '@portico/contract/time.ts'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { accountLogins } from '#access/index.ts'
import { hashPassword } from '#auth/index.ts'
import type { OrderFacts } from '#ctx/ctx.ts'
import { inTx } from '#db/tx.ts'
import { balanceOf } from '#ledger/index.ts'
import { TEST_PASSWORD } from '#testing/browser.ts'
import { closeBalanced } from '#testing/close-balanced.ts'
import { sharedApp } from '#testing/shared-app.ts'
import { variants } from '#testing/variants.ts'
import { createUser } from '#users/index.ts'
import { creditWaitingPromo, followPromo, promoListener, promoOfOrders, promoOn, waitingPromo } from './index.ts'

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

const USD = 1_000_000
const site = sharedApp({}, closeBalanced)
let number = 0
let codes = 0
/** Shared by all tests, because there are many. */
let password_hash: Promise<string>
let owner: Awaited<ReturnType<typeof account>>

beforeAll(async () => {
  password_hash = hashPassword(site.ctx, TEST_PASSWORD)
})
beforeEach(async () => {
  owner = await account()
})

async function account() {
  number += 1
  const email = `promo-${number}@example.com`
  const { id } = await createUser(site.ctx, { email, password_hash: await password_hash })
  const browser = await site.signedIn(email, { ip: `10.${number}.0.1` })
  const login_id = (await accountLogins(site.ctx, id))[0]?.id ?? 0
  const redeem = async (code: string) => {
    const { status, body } = await browser.call(promo.redeem, { code })
    return status === 200 ? 'redeemed' : 'code' in body ? body.code : 'failed'
  }
  /** After a while the password is required again. */
  const signInAgain = () => browser.signIn(email)
  return { id, email, browser, login_id, redeem, signInAgain, balance: () => balanceOf(site.ctx, login_id) }
}

async function accounts(count: number) {
  const made: Awaited<ReturnType<typeof account>>[] = []
  while (made.length < count) made.push(await account())
  return made
}

/** So many hours from now. */
const at = (hours: number) => new Date(site.clock.now().getTime() + hours * HOUR_MS).toISOString()

async function newCode(terms: Omit<Sent<typeof operator.addPromo>, 'code' | 'by'>): Promise<string> {
  codes += 1
  const code = `CODE-${codes}`
  const { status, text } = await site.operator(operator.addPromo, { code, by: 'test', ...terms })
  if (status !== 200) throw new Error(text)
  return code
}

async function spentOf(code: string): Promise<number | undefined> {
  const { body } = await site.operator(operator.listPromos, {})
  return 'promos' in body ? body.promos.find((row) => row.code === code)?.spent_micros : undefined
}

/** Notifies of an order that is paid now, as payments does; the money itself is booked there. */
async function pay(amount_micros: number, purpose = 'top_up', of = owner) {
  const order = { id: randomUUID(), owner_id: of.id, login_id: of.login_id, purpose, amount_micros }
  const reference = order.id.slice(0, 8)
  await site.database.owner.query(
    `insert into payment_orders (id, reference, owner_id, login_id, processor, purpose, product, amount_micros, state, origin, created_at,
       changed_at) values ($1, $2, $3, $4, 'test', $5, $6, $7, 'processing', 'https://own.example', $8, $8)`,
    [order.id, reference, of.id, of.login_id, purpose, purpose === 'subscription' ? 'x' : null, amount_micros, at(0)],
  )
  await inTx(site.ctx.db, (db) => creditWaitingPromo(site.ctx, db, { ...order, reference }))
  return { ...order, reference }
}

test('an amount is credited at once, listed among the used codes and shown in the activity', async () => {
  const code = await newCode({ amount_micros: 25 * USD })
  const { use, balance_micros } = await owner.browser.must(promo.redeem, { code: ` ${code.toLowerCase()} ` })
  expect(balance_micros).toBe(25 * USD)
  expect(use).toMatchObject({ code, amount_micros: 25 * USD, percent: null, login: owner.email })
  expect((await owner.browser.must(promo.getUses, {})).uses).toEqual([use])
  const { rows } = await owner.browser.must(access.getAccessActivity, { kind: 'money' })
  expect(rows[0]).toMatchObject({
    action: 'promo_redeemed',
    facts: [
      { field: 'login', after: owner.email },
      { field: 'amount_micros', after: 25 * USD },
      { field: 'promo_code', after: code },
    ],
  })
})

test.each([
  ['an unknown code', async () => 'NEVER-MADE', 'promo_unknown'],
  ['a code that has not begun', () => newCode({ amount_micros: USD, starts_at: at(1) }), 'promo_unknown'],
  [
    'a code whose time is over',
    () => newCode({ amount_micros: USD, starts_at: at(-2), ends_at: at(0) }),
    'promo_ended',
  ],
  ['an ended code', () => ended(newCode({ amount_micros: USD })), 'promo_ended'],
  ['what is no code', async () => '<script>', 'invalid_input'],
])('%s credits nothing and shows why', async (_, make, problem) => {
  expect(await owner.redeem(await make())).toBe(problem)
  expect(await owner.balance()).toBe(0)
  expect((await owner.browser.must(promo.getUses, {})).uses).toEqual([])
})

async function ended(made: Promise<string>) {
  const code = await made
  expect((await site.operator(operator.endPromo, { code, by: 'test' })).body).toEqual({ code, ended: true })
  expect((await site.operator(operator.endPromo, { code, by: 'test' })).body).toEqual({ code, ended: false })
  return code
}

test('a code is valid from its first moment until just before its last', async () => {
  const code = await newCode({ amount_micros: USD, starts_at: at(1), ends_at: at(2) })
  const [early, late] = [await account(), await account()]
  expect(await early.redeem(code)).toBe('promo_unknown')
  site.clock.forward(HOUR_MS)
  expect(await early.redeem(code)).toBe('reauth_needed')
  await early.signInAgain()
  expect(await early.redeem(code)).toBe('redeemed')
  site.clock.forward(HOUR_MS)
  await Promise.all([early.signInAgain(), late.signInAgain()])
  expect(await late.redeem(code)).toBe('promo_ended')
  expect(await early.redeem(code)).toBe('promo_used')
})

for (const [count, options] of variants([20, 50]))
  test(
    `${count} accounts that race for the rest of a budget get as much as it holds, and the others learn that it is used up`,
    options,
    async () => {
      const racers = await accounts(count)
      const code = await newCode({ amount_micros: 10 * USD, budget_micros: 79 * USD })
      const outcomes = await Promise.all(racers.map(({ redeem }) => redeem(code)))
      expect(outcomes.filter((outcome) => outcome === 'redeemed')).toHaveLength(7)
      expect(outcomes.filter((outcome) => outcome === 'promo_budget_gone')).toHaveLength(count - 7)
      const balances = await Promise.all(racers.map(({ balance }) => balance()))
      expect(balances).toEqual(outcomes.map((outcome) => (outcome === 'redeemed' ? 10 * USD : 0)))
      expect(await spentOf(code)).toBe(70 * USD)
    },
  )

test('an account that races with itself uses a code once', async () => {
  const code = await newCode({ amount_micros: 10 * USD })
  const outcomes = await Promise.all(Array.from({ length: 8 }, () => owner.redeem(code)))
  expect(outcomes.filter((outcome) => outcome === 'redeemed')).toHaveLength(1)
  expect(outcomes.filter((outcome) => outcome === 'promo_used')).toHaveLength(7)
  expect([await owner.balance(), await spentOf(code)]).toEqual([10 * USD, 10 * USD])
})

test('an account that races with two percentages gets one', async () => {
  const [first, second] = [await newCode({ percent: 10 }), await newCode({ percent: 20 })]
  const outcomes = await Promise.all([first, second].map((code) => owner.redeem(code)))
  expect(outcomes.toSorted()).toEqual(['promo_waiting', 'redeemed'])
  expect((await owner.browser.must(promo.getUses, {})).uses).toHaveLength(1)
})

test('a percentage waits for the next time funds are added and is credited once, up to its limit', async () => {
  const code = await newCode({ percent: 20, max_micros: 30 * USD })
  expect(await owner.redeem(code)).toBe('redeemed')
  expect([await owner.balance(), await waitingPromo(site.ctx, owner.id)]).toEqual([
    0,
    { code, percent: 20, max_micros: 30 * USD },
  ])
  await pay(50 * USD, 'auto_recharge')
  await pay(50 * USD, 'subscription')
  expect([await owner.balance(), await promoOn(site.ctx, owner.id, 100 * USD)]).toEqual([0, 20 * USD])
  const order = await pay(1000 * USD)
  expect([await owner.balance(), await waitingPromo(site.ctx, owner.id)]).toEqual([30 * USD, null])
  expect(await promoOfOrders(site.ctx, [order.id])).toEqual(new Map([[order.id, 30 * USD]]))
  await pay(1000 * USD)
  expect([await owner.balance(), await spentOf(code)]).toEqual([30 * USD, 30 * USD])
  expect((await owner.browser.must(promo.getUses, {})).uses).toMatchObject([
    { code, percent: 20, amount_micros: 30 * USD, credited_at: at(0) },
  ])
})

test('a percentage is listed with the login that redeemed it, and then with the one whose payment it was credited on', async () => {
  const code = await newCode({ percent: 10 })
  await owner.redeem(code)
  const { login } = await owner.browser.must(access.addMachineLogin, { name: 'crawler' })
  const machine = (await accountLogins(site.ctx, owner.id)).find((one) => one.login === login)
  const shown = async () => (await owner.browser.must(promo.getUses, {})).uses.map((use) => use.login)
  expect(await shown()).toEqual([owner.email])
  await pay(100 * USD, 'top_up', { ...owner, login_id: machine?.id ?? 0 })
  expect(await shown()).toEqual([login])
  expect([await owner.balance(), await balanceOf(site.ctx, machine?.id ?? 0)]).toEqual([0, 10 * USD])
})

test('a percentage redeemed in time is credited after its code has ended', async () => {
  const code = await newCode({ percent: 10 })
  await owner.redeem(code)
  await site.operator(operator.endPromo, { code, by: 'test' })
  await pay(100 * USD)
  expect(await owner.balance()).toBe(10 * USD)
})

for (const [count, options] of variants([20, 50]))
  test(
    `${count} payments that race for the budget of a percentage get exactly the budget together`,
    options,
    async () => {
      const payers = await accounts(count)
      const code = await newCode({ percent: 10, budget_micros: 95 * USD })
      for (const { redeem } of payers) expect(await redeem(code)).toBe('redeemed')
      await Promise.all(payers.map((payer) => pay(100 * USD, 'top_up', payer)))
      const balances = await Promise.all(payers.map(({ balance }) => balance()))
      expect(balances.filter((micros) => micros === 10 * USD)).toHaveLength(9)
      expect(balances.filter((micros) => micros === 5 * USD)).toHaveLength(1)
      expect(await spentOf(code)).toBe(95 * USD)
      // Nothing is left: it is not shown any more, and another one can replace it.
      expect(await owner.redeem(code)).toBe('promo_budget_gone')
    },
  )

test('a waiting percentage shows whether its budget is shared', async () => {
  const [free, limited] = [await newCode({ percent: 10 }), await newCode({ percent: 10, budget_micros: USD })]
  const other = await account()
  expect((await owner.browser.must(promo.redeem, { code: free })).use).toMatchObject({ is_limited: false })
  expect((await other.browser.must(promo.redeem, { code: limited })).use).toMatchObject({ is_limited: true })
  expect((await other.browser.must(promo.getUses, {})).uses).toMatchObject([{ is_limited: true, credited_at: null }])
})

test('a percentage whose budget others have used up can be replaced by another one', async () => {
  const code = await newCode({ percent: 10, budget_micros: USD })
  const other = await account()
  await owner.redeem(code)
  await other.redeem(code)
  await pay(100 * USD, 'top_up', other)
  expect(await waitingPromo(site.ctx, owner.id)).toBe(null)
  const next = await newCode({ percent: 5 })
  expect(await owner.redeem(next)).toBe('redeemed')
  await pay(100 * USD)
  expect(await owner.balance()).toBe(5 * USD)
})

test('the parts of a percentage that many refunds take back sum to the whole, to the micro', async () => {
  await owner.redeem(await newCode({ percent: 10 }))
  const order = await pay(70 * USD)
  const left = [70 * USD, 40 * USD, 10_000, 0, 23_330_000, 0]
  const expected = [7 * USD, 4 * USD, 1000, 0, 2_333_000, 0]
  for (const [n, left_micros] of left.entries()) {
    const change = { left_micros, left_before_micros: left[n - 1] ?? 70 * USD }
    await inTx(site.ctx.db, (db) => followPromo(site.ctx, db, order, change))
    expect(await owner.balance()).toBe(expected[n])
  }
})

test('a refund takes no more of a percentage than was checked before it', async () => {
  await owner.redeem(await newCode({ percent: 10, max_micros: USD }))
  const order = await pay(70_010_000)
  const about = order as unknown as OrderFacts
  let left_micros = order.amount_micros
  for (const part of [10_000, 33_330_000, 20_000, 7_770_000, 28_880_000]) {
    const most = (await promoListener.promoOfPart?.(site.ctx, about, part)) ?? 0
    const [before, left_before_micros] = [await owner.balance(), left_micros]
    left_micros -= part
    await inTx(site.ctx.db, (db) => followPromo(site.ctx, db, order, { left_before_micros, left_micros }))
    expect(before - (await owner.balance())).toBeLessThanOrEqual(most)
  }
  expect(await owner.balance()).toBe(0)
})

test('an account waits after ten wrong codes, and a right one does not count', async () => {
  for (let tried = 0; tried < 5; tried++)
    expect(await owner.redeem(await newCode({ amount_micros: USD }))).toBe('redeemed')
  for (let tried = 0; tried < 10; tried++) expect(await owner.redeem(`WRONG-${tried}`)).toBe('promo_unknown')
  const code = await newCode({ amount_micros: USD })
  expect(await owner.redeem(code)).toBe('too_many_tries')
  expect(await (await account()).redeem(code)).toBe('redeemed')
  site.clock.forward(10 * MINUTE_MS)
  expect(await owner.redeem(code)).toBe('redeemed')
})

test.each([
  ['neither amount nor percentage', {}, 'amount_micros'],
  ['both', { amount_micros: USD, percent: 5 }, 'amount_micros'],
  ['a limit without a percentage', { amount_micros: USD, max_micros: USD }, 'max_micros'],
  ['a budget below one use', { amount_micros: 2 * USD, budget_micros: USD }, 'budget_micros'],
  ['more than the whole', { percent: 101 }, 'percent'],
  [
    'an end before the start',
    { percent: 1, starts_at: '2026-05-01T00:00:00Z', ends_at: '2026-04-01T00:00:00Z' },
    'ends_at',
  ],
  ['an end that is over', { percent: 1, ends_at: '2020-01-01T00:00:00Z' }, 'ends_at'],
])('the operator cannot create a code with %s', async (_, terms, field) => {
  const { status, body } = await site.operator(operator.addPromo, { code: 'BROKEN', by: 'test', ...terms })
  expect([status, 'fields' in body ? Object.keys(body.fields ?? {}) : []]).toEqual([400, [field]])
})

test('an existing code is not changed by creating it again', async () => {
  const code = await newCode({ amount_micros: USD })
  const { body } = await site.operator(operator.addPromo, { code, percent: 50, by: 'test' })
  expect(body).toMatchObject({ code: 'already_there' })
  await owner.redeem(code)
  expect(await owner.balance()).toBe(USD)
})
