import { randomUUID } from 'node:crypto'
import { CODE } from '@portico/contract/codes.ts'
import type { Output } from '@portico/contract/endpoint.ts'
import { operator } from '@portico/contract/operator.ts'
import { REVENUE_BY } from '@portico/contract/operator-revenue.ts'
import { payments } from '@portico/contract/payments.ts'
import fc from 'fast-check'
import { beforeAll, expect, test, vi } from 'vitest'
import { checkBooks } from '#ledger/books/index.ts'
import { balanceOf, bookGift } from '#ledger/index.ts'
import { openPayer, type Payer } from '#testing/payer.ts'
import { sharedApp } from '#testing/shared-app.ts'
import { type BookedCall, bookCalls, endCall } from '#testing/usage/calls.ts'

vi.setConfig({ testTimeout: 60_000 })

const DAY_MS = 24 * 60 * 60 * 1000
const by = 'test'
type Revenue = Output<typeof operator.revenue>
type Figure = Exclude<keyof Revenue['totals'], 'calls' | 'cost_micros'>

/** A transaction as the model knows it. */
interface Moved {
  day: string
  api: string | null
  function: string | null
  brand: string | null
  country: string | null
  customer: string
  figure: Figure
  micros: number
}

const site = sharedApp()
let payers: Payer[]
/** Two of one country and different brands; one whose country is not known. */
const HOMES = [
  { brand: null, country: 'DE' },
  { brand: '7', country: 'DE' },
  { brand: '12', country: null },
]
const homes = new Map<string, { brand: string | null; country: string | null }>()
const moved: Moved[] = []

beforeAll(async () => {
  payers = [await openPayer(site), await openPayer(site), await openPayer(site)]
  for (const [at, payer] of payers.entries()) {
    const { brand, country } = HOMES[at] ?? { brand: null, country: null }
    homes.set(payer.email, { brand, country })
    const wl_id = Number(brand ?? 0)
    await site.ctx.db.updateTable('users').set({ wl_id, country }).where('id', '=', payer.user_id).execute()
    note(payer, 'credits_micros', 10_000_000)
  }
})

const today = () => site.clock.now().toISOString().slice(0, 10)

function note({ email }: Payer, metric: Figure, micros: number, more: { day?: string; of?: BookedCall } = {}): void {
  const { day = today(), of } = more
  const { brand, country } = homes.get(email) ?? { brand: null, country: null }
  const scopes = { api: of?.api ?? null, function: of ? `${of.api}/${of.function}` : null }
  if (micros !== 0) moved.push({ day, ...scopes, brand, country, customer: email, figure: metric, micros })
}

async function revenue(input: Record<string, string>): Promise<Revenue> {
  const { status, body } = await site.operator(operator.revenue, input)
  if (status !== 200 || !('totals' in body)) throw new Error(JSON.stringify(body))
  return body
}

type Step =
  | { kind: 'call'; who: number; api: string; cost: number }
  | { kind: 'task'; who: number; api: string; cost: number; back: number; late_days: number }
  | { kind: 'gift' | 'correction' | 'refund'; who: number; amount: number }
  | { kind: 'top_up'; who: number; usd: number }
  | { kind: 'wait'; ms: number }

const who = fc.nat(2)
const api = fc.constantFrom('serp', 'backlinks', 'labs')
const cost = fc.integer({ min: 1, max: 900_000 })
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ kind: fc.constant('call' as const), who, api, cost }),
  fc.record({ kind: fc.constant('task' as const), who, api, cost, back: cost, late_days: fc.nat(3) }),
  fc.record({ kind: fc.constantFrom('gift' as const, 'correction' as const, 'refund' as const), who, amount: cost }),
  fc.record({ kind: fc.constant('top_up' as const), who, usd: fc.constantFrom(50, 100) }),
  fc.record({ kind: fc.constant('wait' as const), ms: fc.integer({ min: 1, max: 2 * DAY_MS }) }),
)

const charged: { payer: Payer; call: BookedCall; left: number }[] = []

async function book(payer: Payer, name: string, cost_micros: number, is_task: boolean): Promise<BookedCall> {
  const [call] = await bookCalls(site.ctx, [
    {
      login_id: payer.login_id,
      login: payer.login,
      at: site.clock.now(),
      api: name,
      function: cost_micros % 2 === 0 ? 'any/thing' : 'other',
      method: is_task ? 'task' : 'live',
      priority: 1,
      status_code: is_task ? CODE.taskCreated : CODE.ok,
      results: 1,
      cost_micros,
      time_ms: 5,
      tag: null,
      has_task: true,
      follows: false,
      is_sandbox: false,
    },
  ])
  if (!call) throw new Error('the step was not booked')
  note(payer, 'credits_micros', cost_micros + 1)
  note(payer, 'usage_micros', -cost_micros, { of: call })
  return call
}

/** Takes a step by the real path, and records its transactions. */
async function take(one: Step): Promise<void> {
  if (one.kind === 'wait') return site.clock.forward(one.ms)
  const payer = payers[one.who]
  if (!payer) throw new Error('the model has no customer')
  switch (one.kind) {
    case 'call':
      charged.push({ payer, call: await book(payer, one.api, one.cost, false), left: one.cost })
      return
    case 'task': {
      const call = await book(payer, one.api, one.cost, true)
      const refunded_micros = Math.min(one.back, one.cost)
      const queue_ms = one.late_days * DAY_MS
      const status_code = refunded_micros === one.cost ? CODE.invalidField : CODE.ok
      await endCall(site.ctx, call, { status_code, results: 1, refunded_micros, queue_ms, run_ms: 1 })
      const day = new Date(call.at.getTime() + queue_ms + 1).toISOString().slice(0, 10)
      note(payer, 'returned_micros', refunded_micros, { day, of: call })
      charged.push({ payer, call, left: one.cost - refunded_micros })
      return
    }
    case 'gift':
    case 'correction': {
      const amount_micros = one.kind === 'gift' ? one.amount : -one.amount
      await bookGift(site.ctx, { id: randomUUID(), login_id: payer.login_id, amount_micros, memo: 'x', actor: 'test' })
      return note(payer, 'credits_micros', amount_micros)
    }
    case 'refund': {
      const found = charged.findIndex((of) => of.payer === payer && of.left > 0)
      const [of] = found < 0 ? [] : charged.splice(found, 1)
      if (!of) return
      const amount_micros = Math.min(of.left, one.amount)
      const { status } = await site.operator(operator.refundCall, {
        call: of.call.id,
        amount_micros,
        reason: 'a test',
        by,
      })
      expect(status).toBe(200)
      return note(payer, 'refunded_micros', amount_micros, { of: of.call })
    }
    case 'top_up': {
      await payer.signInAgain()
      const order = await payer.browser.must(payments.createOrder, {
        id: randomUUID(),
        amount_micros: one.usd * 1_000_000,
        tax_micros: 0,
        how: 'checkout',
      })
      await payer.decide(order.pay_url, 'approve', { card: '4242' })
      return note(payer, 'payments_micros', one.usd * 1_000_000)
    }
  }
}

/** The model's totals under each key. */
function expected(rows: Moved[], key: (of: Moved) => string | null) {
  const groups = Map.groupBy(rows, key)
  return new Map(
    [...groups].map(([name, own]) => {
      const sums: Partial<Record<Figure, number>> = {}
      for (const { figure: metric, micros } of own) sums[metric] = (sums[metric] ?? 0) + micros
      return [name, Object.fromEntries(Object.entries(sums).filter(([, micros]) => micros !== 0))]
    }),
  )
}
const NO_MONEY = new Set(['key', 'customer_id', 'calls', 'cost_micros'])
const nonZero = (row: object) =>
  Object.fromEntries(Object.entries(row).filter(([name, micros]) => !NO_MONEY.has(name) && micros !== 0))
const filled = (rows: [string | null, object][]) => new Map(rows.filter(([, row]) => Object.keys(row).length > 0))

test('after any traffic the revenue by day, API, function, brand, country and customer equals that of the model, and of the books', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 8, maxLength: 20 }), async (steps) => {
      for (const one of steps) await take(one)
      // A late end is booked then: the report is read from later.
      site.clock.forward(4 * DAY_MS)
      const days = [...new Set(moved.map(({ day }) => day))].sort()
      const [first = today(), middle = today()] = [days[0], days[Math.floor(days.length / 2)]]
      for (const [from, to] of [
        [first, today()],
        [first, middle],
        [middle, today()],
        [middle, middle],
      ] as const) {
        const rows = moved.filter(({ day }) => day >= from && day <= to)
        for (const by of REVENUE_BY) {
          const found = await revenue({ from, to, by })
          const wanted = expected(rows, (of) => of[by])
          expect(filled(found.rows.map((row) => [row.key, nonZero(row)])), by).toEqual(filled([...wanted]))
          expect(nonZero(found.totals)).toEqual(expected(rows, () => null).get(null) ?? {})
          const net = Object.values(nonZero(found.totals)).reduce((sum, micros) => sum + micros, 0)
          expect(found.closing_micros).toBe((found.opening_micros ?? 0) + net)
        }
      }
      const whole = await revenue({ from: first, to: today() })
      const balances = await Promise.all(payers.map(({ login_id }) => balanceOf(site.ctx, login_id)))
      expect(whole.closing_micros).toBe(balances.reduce((sum, micros) => sum + micros, 0))
      expect(whole.opening_micros).toBe(0)
      expect((await checkBooks(site.ctx)).discrepancies).toEqual([])
    }),
    { numRuns: 3 },
  )
  await expectDrillDown(moved[0]?.day ?? today())
})

/** The first rows opened: their parts in every other dimension sum to them. */
async function expectDrillDown(from: string): Promise<void> {
  for (const outer of REVENUE_BY) {
    const { rows } = await revenue({ from, to: today(), by: outer })
    for (const { key, ...row } of rows.slice(0, 3)) {
      if (key === null && outer !== 'brand' && outer !== 'country') continue
      const part = outer === 'day' ? { from: key ?? '', to: key ?? '' } : { from, to: today(), [outer]: key ?? 'none' }
      for (const inner of REVENUE_BY) {
        const { totals, rows: parts } = await revenue({ ...part, by: inner })
        expect(nonZero(totals), `${outer} ${key}`).toEqual(nonZero(row))
        for (const figure of Object.keys(nonZero(row)) as Figure[])
          expect(parts.reduce((sum, one) => sum + one[figure], 0)).toBe(row[figure])
        expect(parts.reduce((sum, { calls }) => sum + calls, 0)).toBe(row.calls)
      }
    }
  }
}

test('the monthly minimum of a subscription is separate from top-ups', async () => {
  const [payer] = payers
  await payer?.signInAgain()
  await payer?.subscribe()
  const { totals, spenders } = await revenue({ from: today(), to: today() })
  expect(totals).toMatchObject({ subscriptions_micros: 100_000_000, payments_micros: 0 })
  expect(spenders).toEqual([])
})

test.each([
  { from: '2026-13-01' },
  { from: '2026-02-30' },
  { from: '2026-03-02', to: '2026-03-01' },
  { from: '2020-01-01', to: '2026-03-01' },
  { from: '2000-01-01' },
  { by: 'hour' },
  { brand: 'unknown.example' },
  { to: "2026-03-01'; drop table users" },
])('the range %j is refused with a reason', async (input) => {
  const { status, body } = await site.operator(operator.revenue, input as never)
  expect([status, body]).toMatchObject([400, { code: 'invalid_input', fields: expect.anything() }])
})
