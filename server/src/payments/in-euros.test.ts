import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { agents } from '@portico/contract/agents.ts'
import { billingFiles } from '@portico/contract/billing.ts'
import { booting } from '@portico/contract/boot.ts'
import { CODE } from '@portico/contract/codes.ts'
import { DEFAULT_CURRENCY, setCurrency } from '@portico/contract/currency.ts'
import { operator } from '@portico/contract/operator.ts'
import { payments } from '@portico/contract/payments.ts'
import { utcDay } from '@portico/contract/time.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { formatsIn } from '#billing/formats.ts'
import { deriveRollups } from '#ledger/jobs/index.ts'
import { moneyIn } from '#mail/formatters.ts'
import { openMcpClient } from '#testing/agents/mcp.ts'
import { openTestApp, type TestApp } from '#testing/app.ts'
import { closeBalanced } from '#testing/close-balanced.ts'
import { LIVE, openCustomer } from '#testing/gateway/customer.ts'
import { openBuyer } from '#testing/payments/buyer.ts'
import { openTestStripe, signed, type TestStripe } from '#testing/payments/stripe.ts'
import { handleEvents } from './index.ts'

const ANY = z.looseObject({})
let app: TestApp
let stripe: TestStripe

beforeAll(async () => {
  stripe = await openTestStripe()
  app = await openTestApp({ settings: { ...stripe.settings, CURRENCY: 'EUR' } })
  stripe.follow(app.clock)
})
afterAll(async () => {
  await closeBalanced(app)
  await stripe.close()
  setCurrency(DEFAULT_CURRENCY)
})

async function deliver() {
  for (const event of stripe.events.splice(0)) {
    const { payload, headers } = signed(event, app.clock.now())
    await app.app.inject({ method: 'POST', url: '/webhooks/stripe', payload, headers })
  }
  await handleEvents(app.ctx)
}

async function order({ browser }: Awaited<ReturnType<typeof openBuyer>>) {
  const input = { id: randomUUID(), amount_micros: 50_000_000, tax_micros: 0, how: 'checkout' as const }
  const made = await browser.must(payments.createOrder, input)
  const session = [...stripe.sessions.values()].find((one) => one.client_reference_id === made.id)
  return { ...made, session }
}

test('an order with CURRENCY=EUR is charged in euros, and a payment in euros is credited', async () => {
  const one = await openBuyer(app)
  const { session } = await order(one)
  expect(session?.currency).toBe('eur')
  const before = await one.balance()
  stripe.pay(session?.id ?? '')
  await deliver()
  // The request that delivers an event may handle it in the background.
  await expect.poll(one.balance).toBe(before + 50_000_000)
})

test('a payment in dollars is then credited to no account and held back', async () => {
  const one = await openBuyer(app)
  const { id, reference, session } = await order(one)
  const before = await one.balance()
  stripe.pay(session?.id ?? '')
  Object.assign(stripe.paymentsOf(id)[0] ?? {}, { currency: 'usd' })
  await deliver()
  const shown = async () => (await app.operator(operator.showPayment, { reference })).body
  await expect.poll(shown).toMatchObject({ quarantine: 'the currency is usd, not eur' })
  expect(await one.balance()).toBe(before)
})

test('the page, files of the account, the data API and agents state the currency', async () => {
  const { login, call } = await openCustomer(app)
  const browser = await app.signedIn(login, { ip: '198.51.100.9' })
  expect(await browser.must(booting.boot, {})).toMatchObject({ currency: 'EUR' })
  const today = utcDay(app.clock.now())
  const file = async (path: string, more = {}) => {
    const endpoint = { method: 'GET', path: path as '/', caller: 'user', input: ANY, output: ANY } as const
    return (await browser.call(endpoint, { from: today, to: today, ...more })).text
  }
  expect(await file(billingFiles.history.path, { format: 'csv' })).toContain('reference,amount_eur,balance_eur,login')
  const { body } = await call('/v3/appendix/balance_history')
  expect(body?.tasks?.[0]?.result).toMatchObject([{ currency: 'EUR' }])
  const limits = {
    name: 'A',
    is_live: true,
    functions: null,
    total_micros: 9_000_000,
    day_micros: null,
    days: 7 as const,
  }
  const { secret } = await browser.must(agents.addAgent, limits)
  const mcp = await openMcpClient(await app.app.listen({ port: 0, host: '127.0.0.1' }), secret)
  const task = { keyword: 'standing desk', location_code: 2840, language_code: 'en' }
  const live = { method_id: `POST ${LIVE}`, task, mode: 'live' }
  expect(await mcp.call('run', { ...live, max_cost_eur: 1 })).toMatchObject({ status_code: CODE.ok, cost_eur: 0.002 })
  expect(await mcp.call('get_balance_and_limits', {})).toMatchObject({ balance_eur: expect.any(Number) })
  await deriveRollups(app.ctx)
  expect(await file(billingFiles.focus.path)).toContain(',Account,EUR,')
})

test.each([
  ['en', '€12.50', 'EUR 1,200.00'],
  ['de', '12,50 €', '1.200,00 EUR'],
] as const)('mails and documents in %s write %s and %s', (language, mailed, printed) => {
  const plain = (text: string) => text.replaceAll('\u00a0', ' ')
  expect(plain(moneyIn(language, 12_500_000))).toBe(mailed)
  expect(plain(formatsIn(language).money(1_200_000_000))).toBe(printed)
})

test('metrics of money are named by the currency, and the dashboard queries them by any', async () => {
  const customer = await openCustomer(app)
  await customer.call(LIVE, { body: [{ keyword: 'a', location_code: 2840, language_code: 'en' }] })
  const { text } = await app.browser().send<string>({ path: '/metrics' })
  expect(text).toMatch(/^portico_charged_eur_total\{api="serp"\} 0\.00\d+$/m)
  expect(text).toMatch(/^portico_held_eur \d/m)
  expect(text).not.toMatch(/_usd/)
  const board = readFileSync(join(import.meta.dirname, '../../../deploy/observability/grafana-board.json'), 'utf8')
  const requested = [...board.matchAll(/__name__=~\\"(portico_(?:charged|held)[^"\\]+)\\"/g)].map(
    ([, name = '']) => name,
  )
  const names = [...new Set(text.match(/^portico_\w+/gm))]
  expect(requested.length).toBe(2)
  for (const name of requested) expect(names.filter((one) => new RegExp(`^${name}$`).test(one)).length, name).toBe(1)
})
