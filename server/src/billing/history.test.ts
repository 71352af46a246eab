import { randomUUID } from 'node:crypto'
import { access } from '@portico/contract/access.ts'
import { billing, billingFiles, type HistoryLine, type TransactionKind } from '@portico/contract/billing.ts'
import { CODE, isGood } from '@portico/contract/codes.ts'
import { payments } from '@portico/contract/payments.ts'
import { testProcessor } from '@portico/contract/test-processor.ts'
import { DAY_MS, utcDay } from '@portico/contract/time.ts'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { accountLogins } from '#access/index.ts'
import { balanceOf, bookGift } from '#ledger/index.ts'
import { deriveRollups } from '#ledger/jobs/index.ts'
import { bookTransfer } from '#ledger/outgoing/index.ts'
import { openTestApp, type TestApp } from '#testing/app.ts'
import { closeBalanced } from '#testing/close-balanced.ts'
import { bookCalls, endCall, liveCall, type TestCall } from '#testing/usage/calls.ts'
import { variants } from '#testing/variants.ts'

let it: TestApp
beforeAll(async () => {
  it = await openTestApp()
})
afterAll(async () => {
  await deriveRollups(it.ctx)
  await closeBalanced(it)
})

let people = 0
async function customer() {
  people += 1
  const email = `holder-${people}@example.com`
  const { id: owner_id } = await it.addUser({ email, can_pay: true })
  const browser = await it.signedIn(email, { ip: `198.51.100.${people}` })
  const { login: machine } = await browser.must(access.addMachineLogin, { name: 'etl' })
  const logins = await accountLogins(it.ctx, owner_id)
  const id = (name: string) => logins.find(({ login }) => login === name)?.id ?? 0
  return { email, owner_id, browser, machine, login_id: id(email), machine_id: id(machine) }
}
type Customer = Awaited<ReturnType<typeof customer>>

const call = ({ login_id, email: login }: Customer, more: Partial<TestCall>): TestCall =>
  liveCall({ login_id, login, at: it.clock.now() }, more)

/** Whatever time has passed. */
async function signInAgain({ browser, email }: Customer): Promise<void> {
  browser.cookies.clear()
  await browser.signIn(email)
}

/** A transaction of the model, which sums costs and refunds of calls by day and API. */
interface Moved {
  day: string
  kind: TransactionKind
  api: string | null
  amount_micros: number
}

type Step =
  | { kind: 'calls'; api: string; costs: number[] }
  | { kind: 'failed_task'; cost: number; late_days: number }
  | { kind: 'gift' | 'correction' | 'transfer' | 'transfer_back' | 'payment' | 'wait'; amount: number }

const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({
    kind: fc.constant('calls' as const),
    api: fc.constantFrom('serp', 'labs', 'backlinks'),
    costs: fc.array(fc.integer({ min: 0, max: 2_000_000 }), { minLength: 1, maxLength: 4 }),
  }),
  fc.record({
    kind: fc.constant('failed_task' as const),
    cost: fc.integer({ min: 1, max: 900_000 }),
    late_days: fc.integer({ min: 0, max: 2 }),
  }),
  fc.record({
    kind: fc.constantFrom('gift' as const, 'correction' as const, 'transfer' as const, 'transfer_back' as const),
    amount: fc.integer({ min: 1, max: 3_000_000 }),
  }),
  fc.record({ kind: fc.constant('payment' as const), amount: fc.constantFrom(50, 100, 250) }),
  fc.record({ kind: fc.constant('wait' as const), amount: fc.integer({ min: 1, max: 3 * DAY_MS }) }),
)

/** Performs a step through the real code; returns the change of the personal login's balance. */
async function take(of: Customer, step: Step): Promise<Moved[]> {
  const today = utcDay(it.clock.now())
  const moved = (kind: TransactionKind, amount_micros: number): Moved => ({
    day: today,
    kind,
    api: null,
    amount_micros,
  })
  switch (step.kind) {
    case 'calls': {
      const sum = step.costs.reduce((one, two) => one + two, 0)
      await bookCalls(
        it.ctx,
        step.costs.map((cost_micros) => call(of, { api: step.api, cost_micros })),
      )
      const usage = { ...moved('usage', -sum), api: step.api }
      return [moved('gift', sum + 1), ...(sum > 0 ? [usage] : [])]
    }
    case 'failed_task': {
      const posted = call(of, { method: 'task', status_code: CODE.taskCreated, cost_micros: step.cost })
      const [booked] = await bookCalls(it.ctx, [posted])
      if (!booked) throw new Error('call was not booked')
      const queue_ms = step.late_days * DAY_MS
      await endCall(it.ctx, booked, {
        status_code: CODE.invalidField,
        results: 0,
        refunded_micros: step.cost,
        queue_ms,
        run_ms: 1,
      })
      const ended = utcDay(new Date(posted.at.getTime() + queue_ms + 1))
      return [
        moved('gift', step.cost + 1),
        { ...moved('usage', -step.cost), api: 'serp' },
        { day: ended, kind: 'usage_refund', api: 'serp', amount_micros: step.cost },
      ]
    }
    case 'gift':
    case 'correction': {
      const amount_micros = step.kind === 'gift' ? step.amount : -step.amount
      await bookGift(it.ctx, {
        id: randomUUID(),
        login_id: of.login_id,
        amount_micros,
        memo: 'secret',
        actor: 'operator',
      })
      return [moved(step.kind, amount_micros)]
    }
    case 'transfer':
    case 'transfer_back': {
      const [from_login_id, to_login_id] =
        step.kind === 'transfer' ? [of.login_id, of.machine_id] : [of.machine_id, of.login_id]
      const transfer = {
        id: randomUUID(),
        from_login_id,
        to_login_id,
        amount_micros: step.amount,
        memo: 'm',
        actor: 'a',
      }
      const outcome = await bookTransfer(it.ctx, transfer).catch(() => undefined)
      return outcome ? [moved('transfer', step.kind === 'transfer' ? -step.amount : step.amount)] : []
    }
    case 'payment': {
      await signInAgain(of)
      const input = {
        id: randomUUID(),
        amount_micros: step.amount * 1_000_000,
        tax_micros: 0,
        how: 'checkout' as const,
      }
      const { pay_url } = await of.browser.must(payments.createOrder, input)
      const checkout = new URL(pay_url ?? '').pathname.split('/').at(-1) ?? ''
      await of.browser.must(testProcessor.decide, { checkout, outcome: 'approve' })
      return [moved('payment', input.amount_micros)]
    }
    case 'wait':
      it.clock.forward(step.amount)
      return []
  }
}

/** As the screen shows it: usage of a day and an API is one line, everything else is one each. */
function rolledUp(moves: Moved[]): string[] {
  const rolled = moves.filter(({ api }) => api !== null)
  const byLine = Map.groupBy(rolled, ({ day, kind, api }) => `${day} ${kind} ${api}`)
  const sums = [...byLine].map(([key, some]) => `${key} ${some.reduce((sum, one) => sum + one.amount_micros, 0)}`)
  const single = moves.filter(({ api }) => api === null)
  return [...sums, ...single.map(({ day, kind, amount_micros }) => `${day} ${kind} null ${amount_micros}`)].toSorted()
}
const asText = ({ day, kind, api, amount_micros }: HistoryLine) => `${day} ${kind} ${api?.id ?? null} ${amount_micros}`

async function readAll(of: Customer, period: { from: string; to: string }) {
  await signInAgain(of)
  const pages = [await of.browser.must(billing.getHistory, period)]
  for (let next = pages[0]?.next; next; next = pages.at(-1)?.next)
    pages.push(await of.browser.must(billing.getHistory, { ...period, before: next }))
  const [first] = pages
  if (!first) throw new Error('history has no page')
  return { ...first, lines: pages.flatMap(({ lines }) => lines) }
}

for (const [numRuns, options] of variants([5, 20]))
  test(`the balance history equals the ledger to the micro, line by line and for every period (${numRuns} histories)`, {
    ...options,
    timeout: 240_000,
  }, async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 12 }), fc.nat(), fc.nat(), async (steps, one, two) => {
        const of = await customer()
        const start = utcDay(it.clock.now())
        const trial = await balanceOf(it.ctx, of.login_id)
        const moves: Moved[] = trial === 0 ? [] : [{ day: start, kind: 'gift', api: null, amount_micros: trial }]
        const enough: Step = { kind: 'gift', amount: 100_000_000 }
        for (const step of [enough, ...steps]) moves.push(...(await take(of, step)))
        const end = utcDay(new Date(it.clock.now().getTime() + 3 * DAY_MS))
        const whole = await readAll(of, { from: start, to: end })
        expect(whole.lines.map(asText).toSorted()).toEqual(rolledUp(moves))
        expect(whole.opening_micros).toBe(0)
        expect(whole.closing_micros).toBe(await balanceOf(it.ctx, of.login_id))

        const days = (Date.parse(end) - Date.parse(start)) / DAY_MS + 1
        const [a, b] = [one % days, two % days].toSorted((x, y) => x - y)
        const at = (n = 0) => utcDay(new Date(Date.parse(start) + n * DAY_MS))
        const part = await readAll(of, { from: at(a), to: at(b) })
        const within = moves.filter(({ day }) => day >= at(a) && day <= at(b))
        const sum = (some: Moved[]) => some.reduce((total, { amount_micros }) => total + amount_micros, 0)
        expect(part.lines.map(asText).toSorted()).toEqual(rolledUp(within))
        expect(part.opening_micros).toBe(sum(moves.filter(({ day }) => day < at(a))))
        expect(part.closing_micros).toBe(part.opening_micros + sum(within))
        expect(part.in_micros + part.out_micros).toBe(sum(within))
        let balance = part.opening_micros
        for (const line of part.lines.toReversed()) {
          balance += line.amount_micros
          expect(line.balance_micros).toBe(balance)
        }
      }),
      { numRuns, endOnFailure: true },
    )
  })

const file = (path: string) =>
  ({ method: 'GET', path: path as '/', caller: 'user', input: z.looseObject({}), output: z.looseObject({}) }) as const

/** More than a page of transactions, and more than a month. It begins at midnight, so that a page ends with a day. */
async function longHistory(): Promise<Customer> {
  it.clock.forward(DAY_MS - (it.clock.now().getTime() % DAY_MS))
  const of = await customer()
  for (let at = 0; at < 130; at++) {
    await bookGift(it.ctx, { id: randomUUID(), login_id: of.login_id, amount_micros: 1000 + at, memo: 'm', actor: 'a' })
    it.clock.forward(DAY_MS / 3)
  }
  await take(of, { kind: 'calls', api: 'labs', costs: [70_000, 5] })
  await take(of, { kind: 'transfer', amount: 500 })
  return of
}

test('pages, files and filters show the same as the whole', async () => {
  const from = utcDay(it.clock.now())
  const of = await longHistory()
  await signInAgain(of)
  const period = { from, to: utcDay(it.clock.now()) }
  const { lines, closing_micros, opening_micros } = await readAll(of, period)
  expect(new Set(lines.map(({ key }) => key)).size).toBe(lines.length)
  expect(lines.length).toBeGreaterThan(100)
  expect(lines.map(({ key }) => key)).toEqual(
    lines
      .map(({ key }) => key)
      .toSorted()
      .toReversed(),
  )

  const since = lines[99]?.day ?? ''
  const whole = await of.browser.must(billing.getHistory, { ...period, from: since })
  expect(lines.filter(({ day }) => day >= since)).toHaveLength(100)
  expect([whole.lines.length, whole.next], 'a page that is just full').toEqual([100, null])

  const { text } = await of.browser.call(file(billingFiles.history.path), { ...period, format: 'csv' })
  const rows = text
    .trim()
    .split('\r\n')
    .map((row) => row.split(','))
  const [head = [], ...body] = rows
  expect(head.join().replace('\uFEFF', '')).toBe('date,time,movement,api,count,reference,amount_usd,balance_usd,login')
  const usd = (micros: number) => (micros / 1e6).toFixed(6)
  const seen = body.map((cells) => [cells[0], cells[2], cells[6], cells[7]])
  const expected = lines
    .toReversed()
    .map((line) => [line.day, line.kind, usd(line.amount_micros), usd(line.balance_micros)])
  expect(seen).toEqual(expected)
  expect(body.at(-1)?.[7]).toBe(usd(closing_micros))
  expect(opening_micros + lines.reduce((sum, { amount_micros }) => sum + amount_micros, 0)).toBe(closing_micros)

  const pdf = await of.browser.call(file(billingFiles.history.path), { ...period, format: 'pdf' })
  expect([pdf.headers['content-type'], pdf.text.slice(0, 5)]).toEqual(['application/pdf', '%PDF-'])

  for (const kind of ['transfer', 'usage', 'promo'] as const) {
    const filtered = await of.browser.must(billing.getHistory, { ...period, kind })
    expect(filtered.lines).toEqual(lines.filter((line) => line.kind === kind))
    expect(filtered.closing_micros).toBe(closing_micros)
  }
  expect(lines.find(({ kind }) => kind === 'transfer')).toMatchObject({ about: of.machine, amount_micros: -500 })
})

test('an operator’s reason is not shown, and a payment is shown by its number', async () => {
  const of = await customer()
  const from = utcDay(it.clock.now())
  await take(of, { kind: 'correction', amount: 5 })
  await take(of, { kind: 'payment', amount: 50 })
  const { lines } = await readAll(of, { from, to: from })
  const { orders } = await of.browser.must(payments.listOrders, {})
  expect(JSON.stringify(lines)).not.toContain('secret')
  expect(lines.find(({ kind }) => kind === 'payment')?.about).toBe(orders[0]?.reference)
})

/** Refused requests. */
let asker: Promise<Customer> | undefined
test.each([
  ['a period that ends before it begins', { from: '2026-03-02', to: '2026-03-01' }],
  ['more than a year', { from: '2025-01-01', to: '2026-03-01' }],
  ['an impossible day', { from: '2026-02-30', to: '2026-03-01' }],
  ['no day', { from: 'yesterday!', to: '2026-03-01' }],
  ['an invalid cursor', { from: '2026-03-01', to: '2026-03-01', before: "x' or true" }],
])('%s is refused', async (_title, input) => {
  asker ??= customer()
  const { browser } = await asker
  expect((await browser.call(billing.getHistory, input)).status).toBe(400)
})

test('the data API returns the same balance history, free of charge', async () => {
  const of = await customer()
  const today = utcDay(it.clock.now())
  await take(of, { kind: 'calls', api: 'labs', costs: [70_000, 5] })
  await take(of, { kind: 'payment', amount: 50 })
  await signInAgain(of)
  const { password } = await of.browser.must(access.showPassword, {})
  const authorization = `Basic ${Buffer.from(`${of.email}:${password}`).toString('base64')}`
  const ask = async (query: string) => {
    const reply = await it.app.inject({ url: `/v3/appendix/balance_history${query}`, headers: { authorization } })
    return reply.json()
  }
  const shown = await readAll(of, { from: today, to: today })
  const { tasks, cost, status_code } = await ask(`?date_from=${today}&date_to=${today}`)
  expect([status_code, cost]).toEqual([CODE.ok, 0])
  expect((await ask('?date_to=2026-13-40')).tasks[0]).toMatchObject({
    status_code: CODE.invalidField,
    status_message: expect.stringContaining("'date_to'"),
  })
  const [result] = tasks[0].result
  expect(result).toMatchObject({
    login: of.email,
    currency: 'USD',
    opening_balance: shown.opening_micros / 1e6,
    closing_balance: shown.closing_micros / 1e6,
    total_count: shown.lines.length,
  })
  const items = shown.lines.toReversed().map(({ kind, amount_micros, balance_micros }) => ({
    type: kind,
    amount: amount_micros / 1e6,
    balance: balance_micros / 1e6,
  }))
  expect(result.items).toMatchObject(items)
  expect((await ask(`?limit=1&offset=1`)).tasks[0].result[0]).toMatchObject({ items_count: 1, items: [items[1]] })
  expect((await ask('?date_from=2026-02-30')).tasks[0]).toMatchObject({
    status_code: CODE.invalidField,
    cost: 0,
    result: null,
  })
  expect(isGood((await ask('?limit=0')).tasks[0].status_code)).toBe(false)
})

test('FOCUS 1.2 has a row for each day, login, API and function, which sum to the totals of Usage', async () => {
  const of = await customer()
  const from = utcDay(it.clock.now())
  await take(of, { kind: 'calls', api: 'serp', costs: [600, 1400] })
  await take(of, { kind: 'failed_task', cost: 900, late_days: 1 })
  await bookCalls(it.ctx, [call(of, { login_id: of.machine_id, login: of.machine, api: 'labs', cost_micros: 5 })])
  await bookCalls(it.ctx, [call(of, { is_sandbox: true, cost_micros: 0 })])
  const { text } = await of.browser.call(file(billingFiles.focus.path), { from, to: from })
  const [head = '', ...body] = text.trim().split('\r\n')
  const names = head.split(',')
  for (const name of MANDATORY) expect(names).toContain(name)
  const rows = body.map((line) => Object.fromEntries(line.split(',').map((cell, at) => [names[at] ?? '', cell])))
  expect(rows).toHaveLength(2)
  expect(rows[0]).toMatchObject({
    BilledCost: '0.002000',
    EffectiveCost: '0.002000',
    BillingCurrency: 'USD',
    BillingPeriodStart: `${from.slice(0, 7)}-01T00:00:00Z`,
    ChargeCategory: 'Usage',
    ChargeClass: '',
    ChargePeriodStart: `${from}T00:00:00Z`,
    ConsumedQuantity: '3',
    ConsumedUnit: 'Tasks',
    ServiceCategory: 'Analytics',
    ServiceName: 'SERP',
    SkuId: 'serp/google/organic',
    SubAccountId: of.email,
  })
  expect(rows[1]).toMatchObject({ BilledCost: '0.000005', SubAccountId: of.machine })
})

/** The mandatory columns of a FOCUS 1.2 cost and usage dataset. */
const MANDATORY =
  `BilledCost BillingAccountId BillingAccountName BillingCurrency BillingPeriodEnd BillingPeriodStart ChargeCategory ChargeClass
ChargeDescription ChargePeriodEnd ChargePeriodStart ContractedCost EffectiveCost InvoiceIssuerName ListCost PricingQuantity PricingUnit
ProviderName PublisherName ServiceCategory ServiceName`.split(/\s+/)
