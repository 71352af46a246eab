import { access } from '@portico/contract/access.ts'
import { billing } from '@portico/contract/billing.ts'
import { CODE } from '@portico/contract/codes.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { accountLogins, readApiPassword } from '#access/index.ts'
import { openTestApp, type TestApp } from '#testing/app.ts'
import { makeOrder, pay } from '#testing/billing/orders.ts'
import { openPayer, type Payer } from '#testing/payer.ts'
import { maySeeMoney } from './balance-history.ts'

const DAY_MS = 24 * 60 * 60 * 1000

let it: TestApp
let own: Payer
let other: Payer
beforeAll(async () => {
  it = await openTestApp()
  own = await openPayer(it)
  other = await openPayer(it)
  for (const amount_micros of [50_000_000, 120_000_000, 75_500_000]) {
    await buy(own, amount_micros)
    it.clock.forward(DAY_MS)
  }
  await buy(other, 50_000_000)
})
afterAll(() => it.close())

async function buy({ user_id: owner_id, login_id }: Payer, amount_micros: number) {
  await pay(it.ctx, await makeOrder(it.ctx, { owner_id, login_id, amount_micros }))
}
const ask = async (payer: Payer, path: string) => (await payer.call(`/v3/appendix/${path}`)).tasks[0]

async function askAs(login: string, password: string, path: string) {
  const authorization = `Basic ${Buffer.from(`${login}:${password}`).toString('base64')}`
  const reply = await it.app.inject({ url: `/v3/appendix/${path}`, headers: { authorization } })
  return reply.json()
}

test('an account lists its own invoices by day and page, as its screen shows them', async () => {
  await own.signInAgain()
  const { documents } = await own.browser.must(billing.listDocuments, {})
  const numbers = documents.map(({ number }) => number).toReversed()
  const { status_code, cost, result } = await ask(own, 'invoices')
  expect([status_code, cost]).toEqual([CODE.ok, 0])
  expect(result[0]).toMatchObject({ total_count: 3, items_count: 3 })
  expect(result[0].items.map((item: { number: string }) => item.number)).toEqual(numbers)
  expect(result[0].items[1]).toEqual({
    number: numbers[1],
    type: 'invoice',
    corrects: null,
    date: '2026-03-03',
    datetime: '2026-03-03 10:00:00 +00:00',
    currency: 'USD',
    net: 120,
    tax: 0,
    total: 120,
    formats: ['pdf'],
  })
  const page = (await ask(own, 'invoices?limit=1&offset=1')).result[0]
  expect(page).toMatchObject({ total_count: 3, items_count: 1, items: [{ number: numbers[1] }] })
  const day = (await ask(own, 'invoices?date_from=2026-03-04&date_to=2026-03-04')).result[0]
  expect(day).toMatchObject({ total_count: 1, items: [{ number: numbers[2] }] })
  for (const query of ['date_from=2026-02-30', 'date_to=yesterday!', 'date_from=2020-01-01', 'limit=0'])
    expect((await ask(own, `invoices?${query}`)).status_code).toBeGreaterThanOrEqual(40500)
})

test('a document is downloaded by its number, the same file as in the dashboard', async () => {
  const [item] = (await ask(own, 'invoices')).result[0].items
  const { result } = await ask(own, `invoice_file?number=${item.number}&format=pdf`)
  expect(result[0]).toMatchObject({
    number: item.number,
    file_name: `${item.number}.pdf`,
    content_type: 'application/pdf',
  })
  expect(Buffer.from(result[0].content, 'base64').subarray(0, 5).toString()).toBe('%PDF-')
  expect((await ask(own, `invoice_file?number=${item.number}&format=docx`)).status_code).toBe(CODE.invalidField)
})

test('an invoice number of another account is answered as unknown', async () => {
  const [foreign] = (await ask(other, 'invoices')).result[0].items
  const mine: { number: string }[] = (await ask(own, 'invoices')).result[0].items
  expect(mine.map(({ number }) => number)).not.toContain(foreign.number)
  const refused = await ask(own, `invoice_file?number=${foreign.number}`)
  const missing = await ask(own, 'invoice_file?number=INV-2026-99999')
  for (const answer of [refused, missing]) expect(answer).toMatchObject({ status_code: CODE.notFound, result: null })
  expect(refused.status_message).toBe(missing.status_message)
})

test('machine logins of the account get no invoices', async () => {
  await own.signInAgain()
  const [item] = (await ask(own, 'invoices')).result[0].items
  const { login } = await own.browser.must(access.addMachineLogin, { name: 'etl' })
  const machine = (await accountLogins(it.ctx, own.user_id)).find((row) => row.login === login)
  const password = await readApiPassword(it.ctx, { login_id: machine?.id ?? 0, member_id: null })
  it.clock.forward(2000)
  for (const path of ['invoices', `invoice_file?number=${item.number}`]) {
    expect((await askAs(login, password, path)).tasks[0]).toMatchObject({ status_code: CODE.notAllowed, result: null })
  }
})

test('an agent of the account sees nothing of its money', async () => {
  const agent = { id: 1, is_live: true, functions: null, key: null }
  const caller = { owner_id: own.user_id, member_id: null, agent }
  expect(await maySeeMoney(it.ctx, caller)).toBe(false)
  expect(await maySeeMoney(it.ctx, { ...caller, agent: null })).toBe(true)
})
