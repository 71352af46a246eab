import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { utcDay } from '@portico/contract/time.ts'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { accountLogins } from '#access/index.ts'
import type { Ctx } from '#ctx/ctx.ts'
import { openTestApp, type TestApp } from '#testing/app.ts'
import { GERMAN } from '#testing/billing/details.ts'
import { makeOrder, pay, reverse } from '#testing/billing/orders.ts'
import { putDetails } from './details-store.ts'
import { documentById, documentsOfOrders } from './document-store.ts'
import { drawDocument } from './draw-document.ts'
import { convert, parseRates, rateOn } from './exchange-rates.ts'
import { refreshRates } from './index.ts'
import { readBillingSettings } from './read-settings.ts'

/** As the ECB publishes it every working day. */
const daily = (day: string, usd: string) => `<?xml version="1.0" encoding="UTF-8"?>
<gesmes:Envelope xmlns:gesmes="http://www.gesmes.org/xml/2002-08-01" xmlns="http://www.ecb.int/vocabulary/2002-08-01/eurofxref">
  <gesmes:subject>Reference rates</gesmes:subject><gesmes:Sender><gesmes:name>European Central Bank</gesmes:name></gesmes:Sender>
  <Cube><Cube time='${day}'><Cube currency='USD' rate='${usd}'/><Cube currency='JPY' rate='161.42'/><Cube currency='PLN' rate='4.2708'/></Cube></Cube>
</gesmes:Envelope>`

test('rates are read in each form the ECB publishes', () => {
  const expected = [{ day: '2026-03-02', per_euro: { USD: '1.0823', PLN: '4.2708' } }]
  expect(parseRates(daily('2026-03-02', '1.0823'))).toEqual([
    { day: '2026-03-02', per_euro: { USD: '1.0823', JPY: '161.42', PLN: '4.2708' } },
  ])
  expect(parseRates('Date, USD, PLN, \n2 March 2026, 1.0823, 4.2708, \n')).toEqual(expected)
  expect(parseRates('Date,USD,PLN,CYP,\n2026-03-02,1.0823,4.2708,N/A,\n')).toEqual(expected)
  for (const text of ['', '<html>Not found</html>', 'Date, USD\n31 February 2026, x', '{"USD":1}'])
    expect(parseRates(text)).toEqual([])
})

test('the rate is the newest on or before the day of the tax', () => {
  const known = ['2026-02-26', '2026-02-27', '2026-03-03'].map((day, at) => ({ day, per_euro: { USD: `1.1${at}` } }))
  const on = (day: string) => rateOn(known, day, { from: 'USD', to: 'EUR' })?.day
  expect(on('2026-03-02')).toBe('2026-02-27')
  expect(on('2026-03-03')).toBe('2026-03-03')
  expect(on('2026-02-01')).toBe('2026-02-26')
  expect(rateOn(known, '2026-03-02', { from: 'USD', to: 'PLN' })).toBeUndefined()
})

test('amounts are converted to the cent with exactly the rate that is printed', () => {
  const known = parseRates(daily('2026-03-02', '1.0823'))
  const to = (from: string, code: string) => {
    const rate = rateOn(known, '2026-03-02', { from, to: code })
    return rate && [rate.base, rate.quote, rate.rate, convert(23_460_000, from, rate)]
  }
  expect(to('USD', 'EUR')).toEqual(['EUR', 'USD', '1.0823', 21_680_000])
  expect(to('EUR', 'PLN')).toEqual(['EUR', 'PLN', '4.2708', 100_190_000])
  expect(to('USD', 'PLN')).toEqual(['USD', 'PLN', '3.946041', 92_570_000])
  expect(convert(5_000, 'EUR', { base: 'EUR', rate: '1' })).toBe(10_000)
  expect(convert(4_999, 'EUR', { base: 'EUR', rate: '1' })).toBe(0)
})

let folder: string
let it: TestApp
let server: Server
let answer = { status: 200, body: '' }
beforeAll(async () => {
  it = await openTestApp()
  server = createServer((_, response) => response.writeHead(answer.status).end(answer.body)).listen(0, '127.0.0.1')
})
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'rates-'))
  mkdirSync(join(folder, 'rates'))
  await it.database.pool.query('delete from exchange_rates')
})
afterEach(() => rmSync(folder, { recursive: true }))
afterAll(async () => {
  server.close()
  await it.close()
})

const YAML = `
seller: { name: Seller, address: [Street 1], country: IE, vat_id: IE1234567T, currency: EUR }
tax: { name: VAT, rates: { IE: 23, DE: 19 }, eu: [IE, DE] }
`
function settings(more = '', rates: Record<string, string> = { 'eurofxref-daily.xml': daily('2026-02-27', '1.0823') }) {
  writeFileSync(join(folder, 'billing.yaml'), `${YAML}${more}`)
  for (const [name, text] of Object.entries(rates)) writeFileSync(join(folder, 'rates', name), text)
  return readBillingSettings(folder)
}
const RATES = 'exchange_rates: { folder: rates }'

test('a seller who declares tax in another currency cannot start without a rate', () => {
  expect(() => settings('', {})).toThrow(/exchange_rates: is missing; VAT in EUR/)
  expect(() => settings(RATES, {})).toThrow(/has no rate of USD/)
  expect(() => settings(RATES, { 'a.xml': '<html/>' })).toThrow(/has no rates in a form of the ECB/)
  rmSync(join(folder, 'rates', 'a.xml'))
  expect(settings(RATES).exchange).toMatchObject({ url: null, max_age_days: 7 })
})

async function invoice(ctx: Ctx) {
  const { id } = await it.addUser({ email: `${Math.random()}@example.com`, name: 'Anna' })
  const login_id = (await accountLogins(it.ctx, id))[0]?.id ?? 0
  const { invoice_emails: _, ...details } = GERMAN
  await putDetails(it.ctx.db, { ...details, owner_id: id, invoice_emails: [], changed_at: it.clock.now() })
  const order = await makeOrder(ctx, { owner_id: id, login_id, amount_micros: 123_450_000 })
  await pay(ctx, order)
  const rows = async () =>
    Promise.all(
      (await documentsOfOrders(it.ctx.db, [order.id])).map(async (one) => {
        const row = await documentById(it.ctx.db, one.id)
        if (!row) throw new Error('no document was issued')
        return { ...row, declared: (row.content as { tax: { declared: unknown } }).tax.declared }
      }),
    )
  return { order, rows }
}

test('an invoice stores rate, day and tax in the other currency, and a credit note uses the same rate', async () => {
  const ctx: Ctx = { ...it.ctx, billing: settings(RATES) }
  const { order, rows } = await invoice(ctx)
  const [before] = await rows()
  expect(before?.declared).toEqual({
    currency: 'EUR',
    tax_micros: 21_680_000,
    base: 'EUR',
    quote: 'USD',
    rate: '1.0823',
    day: '2026-02-27',
    source: 'ECB',
  })
  const drawn = before && (await drawDocument(before, null))
  writeFileSync(join(folder, 'rates', 'next.xml'), daily('2026-03-02', '1.5'))
  await refreshRates(ctx)
  expect(drawn && before && drawn.equals(await drawDocument(before, null))).toBe(true)
  await reverse(ctx, order, { kind: 'refund', amount_micros: 33_330_000, tax_micros: 6_330_000 })
  const credit_note = (await rows()).find(({ kind }) => kind === 'credit_note')
  expect(credit_note?.declared).toMatchObject({ rate: '1.0823', day: '2026-02-27', tax_micros: 5_850_000 })
  const [next] = await (await invoice(ctx)).rows()
  expect(next?.declared).toMatchObject({ rate: '1.5', day: '2026-03-02' })
})

test('of a long history the newest days are stored', async () => {
  const ctx: Ctx = { ...it.ctx, billing: settings(RATES) }
  const days = Array.from({ length: 450 }, (_, ago) => utcDay(new Date(Date.UTC(2026, 2, 2 - ago))))
  const lines = days.map((day, ago) => `${day},${ago === 0 ? '1.5' : '1.2'}`)
  writeFileSync(join(folder, 'rates', 'history.csv'), ['Date,USD', ...lines].join('\n'))
  await refreshRates(ctx)
  const [row] = await (await invoice(ctx)).rows()
  expect(row?.declared).toMatchObject({ rate: '1.5', day: '2026-03-02' })
  const { rows } = await it.database.pool.query('select min(day)::text as first from exchange_rates')
  expect(rows[0].first > (days.at(-1) ?? '')).toBe(true)
})

test('rates are fetched from the configured address, and existing ones remain when that fails', async () => {
  const { port } = server.address() as AddressInfo
  const url = `http://127.0.0.1:${port}/eurofxref-daily.xml`
  const ctx: Ctx = { ...it.ctx, billing: settings(`exchange_rates: { folder: rates, url: '${url}' }`) }
  answer = { status: 200, body: daily('2026-03-02', '1.0901') }
  await refreshRates(ctx)
  answer = { status: 503, body: 'down' }
  await expect(refreshRates(ctx)).rejects.toThrow(/answered 503/)
  answer = { status: 200, body: '<html>Sign in to the network</html>' }
  await expect(refreshRates(ctx)).rejects.toThrow(/no rates in a form of the ECB/)
  const [row] = await (await invoice(ctx)).rows()
  expect(row?.declared).toMatchObject({ rate: '1.0901', day: '2026-03-02' })
})

test('an old rate is used and its day printed instead of issuing no invoice, with a warning in the log', async () => {
  const warnings: object[] = []
  const log = { ...it.ctx.log, warn: (fields: object) => void warnings.push(fields) }
  const billing = settings(RATES, { 'old.csv': 'Date, USD\n2 February 2026, 1.0411\n' })
  const [row] = await (await invoice({ ...it.ctx, billing, log })).rows()
  expect(row?.declared).toMatchObject({ rate: '1.0411', day: '2026-02-02' })
  expect(warnings).toEqual([expect.objectContaining({ rate_day: '2026-02-02', tax_day: '2026-03-02', age_days: 28 })])
})
