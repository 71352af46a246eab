import { createHash, randomUUID } from 'node:crypto'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inflateRawSync } from 'node:zlib'
import { CODE } from '@portico/contract/codes.ts'
import type { Endpoint, Output, Sent } from '@portico/contract/endpoint.ts'
import { operator } from '@portico/contract/operator.ts'
import { earnedOf } from '@portico/contract/operator-revenue.ts'
import { payments } from '@portico/contract/payments.ts'
import { DAY_MS, monthStart, utcDay } from '@portico/contract/time.ts'
import { sql } from 'kysely'
import { beforeAll, expect, test, vi } from 'vitest'
import { balanceOf } from '#ledger/index.ts'
import { openPayer, type Payer } from '#testing/payer.ts'
import { sharedApp } from '#testing/shared-app.ts'
import { bookCalls } from '#testing/usage/calls.ts'
import { subjectsOf } from './discrepancies.ts'
import { costOf, readSourceCosts } from './source-costs.ts'

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

const by = 'test'
const reason = 'a test'
const app = sharedApp()
let anna: Payer
let boris: Payer

const day = () => app.clock.now().toISOString().slice(0, 10)
async function get<E extends Endpoint>(endpoint: E, input: Sent<E>): Promise<Output<E>> {
  const { status, body } = await app.operator(endpoint, input)
  if (status !== 200) throw new Error(JSON.stringify(body))
  return body as Output<E>
}

async function call(payer: Payer, api: string, cost_micros: number): Promise<void> {
  await bookCalls(app.ctx, [
    {
      login_id: payer.login_id,
      login: payer.login,
      at: app.clock.now(),
      api,
      function: 'any/thing',
      method: 'live',
      priority: 1,
      status_code: CODE.ok,
      results: 3,
      cost_micros,
      time_ms: 5,
      tag: null,
      has_task: true,
      follows: false,
      is_sandbox: false,
    },
  ])
}

async function order(payer: Payer, amount_micros: number, how: 'checkout' | 'wire') {
  await payer.signInAgain()
  // Austria has 20 percent.
  const tax_micros = payer === anna ? amount_micros / 5 : 0
  return payer.browser.must(payments.createOrder, { id: randomUUID(), amount_micros, tax_micros, how })
}

/** Customers of two countries, and amounts that are not alike. */
beforeAll(async () => {
  anna = await openPayer(app)
  boris = await openPayer(app)
  await app.ctx.db.updateTable('billing_details').set({ country: 'AT' }).where('owner_id', '=', anna.user_id).execute()
  const paid = await order(anna, 70_000_000, 'checkout')
  await anna.decide(paid.pay_url, 'approve', { card: '4242' })
  await get(operator.refundPayment, { reference: paid.reference, amount_micros: 20_010_000, reason, by })
  app.clock.forward(DAY_MS)
  await call(anna, 'serp', 1_234)
  await call(anna, 'labs', 77)
  await call(boris, 'serp', 500_001)
})

test('console, command line and CSV show one number: the ledger to a micro-dollar', async () => {
  const from = new Date(app.clock.now().getTime() - DAY_MS).toISOString().slice(0, 10)
  for (const dimension of ['day', 'api', 'function', 'brand', 'country', 'customer'] as const) {
    const input = { from, to: day(), by: dimension }
    const { totals, rows, closing_micros } = await get(operator.revenue, input)
    const { content } = await get(operator.revenueFile, input)
    const lines = content.replace('\uFEFF', '').trim().split('\r\n')
    const earned = lines.slice(1).map((line) => Math.round(Number(line.split(',').at(-14)) * 1_000_000))
    expect(earned.at(-1), dimension).toBe(earnedOf(totals))
    expect(earned.slice(0, -1).reduce((sum, micros) => sum + micros, 0)).toBe(earnedOf(totals))
    expect(lines).toHaveLength(rows.length + 2)
    const balances = await Promise.all([anna, boris].map(({ login_id }) => balanceOf(app.ctx, login_id)))
    expect(closing_micros).toBe(balances.reduce((sum, micros) => sum + micros, 0))
  }
  const { owed_micros, overdrawn_micros, ...moved } = await get(operator.liabilities, {})
  const { rows } = await sql<{ micros: number }>`
    select sum(e.amount_micros)::bigint as micros from ledger_entries e join ledger_accounts a on a.id = e.account_id
      where a.api_login_id is not null`.execute(app.ctx.db)
  expect(owed_micros + overdrawn_micros).toBe(rows[0]?.micros)
  const { deposits_micros, credits_micros, promos_micros, fees_micros, usage_micros, purchases_micros } = moved
  expect(deposits_micros + credits_micros + promos_micros + fees_micros + usage_micros + purchases_micros).toBe(
    rows[0]?.micros,
  )
  expect(deposits_micros).toBe(70_000_000 - 20_010_000)
})

test('revenue of a country is found however the country is typed', async () => {
  await app.ctx.db.updateTable('users').set({ country: 'AT' }).where('id', '=', anna.user_id).execute()
  const of = async (country: string) => (await get(operator.revenue, { by: 'customer', country })).rows
  expect((await of('AT')).map(({ customer_id }) => customer_id)).toEqual([anna.user_id])
  expect(await of('at')).toEqual(await of('AT'))
})

test('a cost is stated for every call or is not known', () => {
  const folder = mkdtempSync(join(tmpdir(), 'costs-'))
  expect(readSourceCosts(folder)).toEqual([])
  const write = (text: string) => writeFileSync(join(folder, 'costs.yaml'), text)
  write(
    '- scope: serp\n  per_call: 0.0004\n- scope: serp\n  from: 2026-11-10\n  per_call: 0.0005\n- scope: serp/a\n  per_result: 0.000001\n',
  )
  const costs = readSourceCosts(folder)
  const calls = (scope: string, on: string) => ({ key: null, day: on, scope, calls: 3, results: 7 })
  expect(costOf(costs, [calls('serp/b', '2026-11-09')])).toBe(1_200)
  expect(costOf(costs, [calls('serp/b', '2026-11-10')])).toBe(1_500)
  expect(costOf(costs, [calls('serp/a', '2026-11-10'), calls('serp/b', '2026-11-10')])).toBe(1_507)
  expect(costOf(costs, [calls('serp/b', '2026-11-10'), calls('labs/x', '2026-11-10')])).toBeNull()
  expect(costOf(costs, [])).toBe(0)
  for (const wrong of ['per_call: -1', 'per_call: 0.0000001', 'per_call: much', 'each: 1', 'from: 2026-02-31']) {
    write(`- scope: serp\n  ${wrong}\n`)
    expect(() => readSourceCosts(folder), wrong).toThrow(/costs\.yaml/)
  }
})

test('lists of payments, refunds and documents are read page by page without a gap', async () => {
  const { reference } = await order(boris, 6_000_000_000, 'wire')
  const { payments: wires } = await get(operator.listPayments, { waits: 'wire' })
  expect(wires.map((one) => one.reference)).toEqual([reference])
  const whole = await get(operator.listPayments, {})
  const first = await get(operator.listPayments, { limit: '1' })
  const second = await get(operator.listPayments, { limit: '1', before: first.next ?? '' })
  expect([...first.payments, ...second.payments]).toEqual(whole.payments.slice(0, 2))
  expect(whole.next).toBeNull()
  const { reversals } = await get(operator.listReversals, { kind: 'refund' })
  expect(reversals).toMatchObject([{ amount_micros: 20_010_000, customer_id: anna.user_id, reason }])
  expect((await get(operator.listReversals, { kind: 'dispute' })).reversals).toEqual([])
  const { documents } = await get(operator.listAllDocuments, {})
  expect(documents.map(({ kind }) => kind).toSorted()).toEqual(['credit_note', 'invoice', 'proforma'])
  const page = await get(operator.listAllDocuments, { limit: '2' })
  const rest = await get(operator.listAllDocuments, { limit: '2', before: page.next ?? '' })
  expect([...page.documents, ...rest.documents]).toEqual(documents)
  expect((await app.operator(operator.listPayments, { before: 'not-a-cursor' } as never)).status).toBe(400)
})

test('tax is invoices less credit notes, as the documents have it', async () => {
  const input = { from: '2020-01-01', to: day() }
  expect((await app.operator(operator.taxReport, input)).status).toBe(400)
  const from = new Date(app.clock.now().getTime() - 30 * DAY_MS).toISOString().slice(0, 10)
  const { rows, totals } = await get(operator.taxReport, { from, to: day() })
  const { documents } = await get(operator.listAllDocuments, {})
  const sign = (kind: string) => (kind === 'invoice' ? 1 : kind === 'credit_note' ? -1 : 0)
  const sum = (name: 'amount_micros' | 'tax_micros') =>
    documents.reduce((all, one) => all + sign(one.kind) * one[name], 0)
  expect(totals).toEqual({
    amount_micros: sum('amount_micros'),
    tax_micros: sum('tax_micros'),
    invoices: 1,
    credit_notes: 1,
  })
  expect(totals.amount_micros).toBe(70_000_000 - 20_010_000)
  expect(rows.map(({ country }) => country)).toEqual(['AT'])
  const { content } = await get(operator.taxFile, { from, to: day() })
  expect(content.split('\r\n')[1]).toContain(',49.990000,10.000000,')
})

test('a missing number is named, at the beginning, between two and at the end', async () => {
  const year = app.clock.now().getUTCFullYear()
  const series = async () => (await get(operator.documentNumbers, { year: String(year) })).series
  expect((await series()).flatMap(({ gaps }) => gaps)).toEqual([])
  await sql`update billing_counters set last = last + 3 where kind = 'credit_note'`.execute(app.ctx.db)
  const found = (await series()).find(({ kind }) => kind === 'credit_note')
  expect(found).toMatchObject({ count: 1, last: 4, gaps: [{ from: 2, to: 4 }] })
  await sql`update billing_counters set last = last - 3 where kind = 'credit_note'`.execute(app.ctx.db)
  for (const sequence of [3, 6])
    await sql`insert into billing_documents (id, kind, wl_id, year, sequence, number, owner_id, order_id, reversal_id, invoice_id, amount_micros,
        tax_micros, issued_at, content)
      select gen_random_uuid(), kind, 0, 2001, ${sequence}::integer, ${`CN-${sequence}`}, owner_id, order_id, reversal_id, invoice_id, 1, 0,
          '2001-05-05', content from billing_documents where kind = 'credit_note' limit 1`.execute(app.ctx.db)
  expect((await get(operator.documentNumbers, { year: '2001' })).series).toMatchObject([
    {
      kind: 'credit_note',
      count: 2,
      last: 6,
      last_number: 'CN-6',
      gaps: [
        { from: 1, to: 2 },
        { from: 4, to: 5 },
      ],
    },
  ])
})

test('a line of the books leads to the call, the payment or the customer', async () => {
  const id = randomUUID()
  const lines = [
    `call ${id}: usage has 5 of login ${anna.login_id}, ledger has 0 of login `,
    `login ${boris.login_id}, 2026-11-01, scope "serp": spent 1 and held 0, calls and holds say 2 and 0`,
    `account login:${anna.login}: balance 1, entries sum to 2`,
    'payment P-12AB: the processor has 5 refunded or disputed; booked are 0 and 0 of tax',
    'account world:usage: balance 1, entries sum to 2',
  ]
  const none = { request_id: null, payment: null, customer_id: null, login: null, day: null }
  expect(await subjectsOf(app.ctx, lines)).toEqual([
    { ...none, request_id: id, customer_id: anna.user_id, login: anna.login },
    { ...none, customer_id: boris.user_id, login: boris.login, day: '2026-11-01' },
    { ...none, customer_id: anna.user_id, login: anna.login },
    { ...none, payment: 'P-12AB' },
    none,
  ])
})

test('a month is closed once, after its days, and gives the same file again whatever happens later', async () => {
  const month = day().slice(0, 7)
  const close = () => app.operator(operator.closeMonth, { month, reason, by })
  expect((await close()).body).toMatchObject({ fields: { month: 'is not over' } })
  expect((await app.operator(operator.monthFile, { month })).status).toBe(400)
  app.clock.forward(40 * DAY_MS)
  expect((await close()).body).toMatchObject({ fields: { month: expect.stringContaining('not closed') } })
  // As the job that closes days would leave it; it goes by the clock of the database.
  const daysAreClosed = (from: string, until: string) =>
    sql`insert into book_checkpoints (day, transactions, calls, checked_at)
      select d, 0, 0, now() from generate_series(${from}::date, ${until}::date, interval '1 day') d`.execute(app.ctx.db)
  const last = utcDay(new Date(monthStart(new Date(`${month}-01`), 1).getTime() - DAY_MS))
  await daysAreClosed(`${month}-01`, utcDay(new Date(Date.parse(last) - DAY_MS)))
  expect((await close()).body, 'all but its last day').toMatchObject({
    fields: { month: expect.stringContaining('not closed') },
  })
  await daysAreClosed(last, last)
  const answers = await Promise.all([close(), close()])
  expect(answers.map(({ status }) => status)).toEqual([200, 200])
  expect(answers[0]?.body).toEqual(answers[1]?.body)
  const file = await get(operator.monthFile, { month })
  const bytes = Buffer.from(file.content, 'base64')
  expect(createHash('sha256').update(bytes).digest('hex')).toBe(file.sha256)
  const files = unzip(bytes)
  expect(Object.keys(files)).toEqual([
    'README.txt',
    'summary.csv',
    'revenue-by-day.csv',
    'revenue-by-api.csv',
    'revenue-by-function.csv',
    'revenue-by-brand.csv',
    'revenue-by-country.csv',
    'tax.csv',
    'documents.csv',
    'payments.csv',
    'refunds-and-disputes.csv',
  ])
  expect(files['refunds-and-disputes.csv']).toContain('20.010000')
  expect(files['documents.csv']?.trim().split('\r\n')).toHaveLength(4)
  expect(Object.values(files).join()).not.toContain(anna.email)
  const { rows: log } = await get(operator.listAudit, { limit: '20' })
  expect(log.filter(({ action }) => action === 'month_closed')).toMatchObject([
    { detail: { month, sha256: file.sha256 } },
  ])
  await order(anna, 50_000_000, 'checkout')
  expect(await get(operator.monthFile, { month })).toEqual(file)
  const { months } = await get(operator.listMonths, {})
  expect(months.find((one) => one.month === month)).toMatchObject({ sha256: file.sha256, bytes: bytes.length })
})

/** The files of an archive by their central directory. */
function unzip(bytes: Buffer): Record<string, string> {
  const files: Record<string, string> = {}
  for (
    let at = bytes.indexOf('PK\u0001\u0002', 0, 'latin1');
    at >= 0;
    at = bytes.indexOf('PK\u0001\u0002', at + 4, 'latin1')
  ) {
    const [packed, length, header] = [
      bytes.readUInt32LE(at + 20),
      bytes.readUInt16LE(at + 28),
      bytes.readUInt32LE(at + 42),
    ]
    const name = bytes.toString('utf8', at + 46, at + 46 + length)
    const start = header + 30 + bytes.readUInt16LE(header + 26) + bytes.readUInt16LE(header + 28)
    files[name] = inflateRawSync(bytes.subarray(start, start + packed)).toString()
  }
  return files
}
