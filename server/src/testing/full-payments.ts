import { randomUUID } from 'node:crypto'
import { billing } from '@portico/contract/billing.ts'
import { databases } from '@portico/contract/databases.ts'
import { operator } from '@portico/contract/operator.ts'
import { payments } from '@portico/contract/payments.ts'
import { promo } from '@portico/contract/promo.ts'
import { recharge } from '@portico/contract/recharge.ts'
import { subscriptions } from '@portico/contract/subscriptions.ts'
import { testProcessor } from '@portico/contract/test-processor.ts'
import { users } from '@portico/contract/users.ts'
import { takeStatement } from '#billing/details-store.ts'
import { insertVatCheck } from '#billing/vat-check-store.ts'
import type { TestApp } from './app.ts'

/** Adds billing details, a payment, a card, a subscription, auto-recharge, a database and a promo code. */
export async function payForEverything(
  app: TestApp,
  browser: ReturnType<TestApp['browser']>,
  own: Record<'company' | 'street' | 'invoice_email', string>,
): Promise<void> {
  await browser.must(billing.saveDetails, {
    kind: 'company',
    name: own.company,
    line1: own.street,
    line2: '',
    postal_code: '10001',
    city: 'New York',
    country: 'US',
    vat_id: '',
    invoice_emails: own.invoice_email,
    po_number: '',
  })
  await browser.must(billing.setStatements, { is_on: true })
  const { id: owner_id } = (await browser.must(users.getUserData, {})).user
  const check = { result: 'valid' as const, error: '', consultation: '', name: own.company, address: own.street }
  await insertVatCheck(app.ctx.db, { ...check, owner_id, vat_id: 'DE136695976', checked_at: app.clock.now() })
  await takeStatement(app.ctx.db, owner_id, '2026-02', app.clock.now())
  const decide = (url: string | null, save_method: boolean) =>
    browser.must(testProcessor.decide, {
      checkout: new URL(url ?? '').pathname.split('/').at(-1) ?? '',
      outcome: 'approve',
      save_method,
    })
  const order = { amount_micros: 50_000_000, tax_micros: 0, how: 'checkout' as const }
  await decide((await browser.must(payments.createOrder, { ...order, id: randomUUID() })).pay_url, false)
  const wire = { ...order, id: randomUUID(), amount_micros: 6_000_000_000, how: 'wire' as const }
  await browser.must(payments.createOrder, wire)
  const { url } = await browser.must(payments.addMethod, {})
  await decide(url, true)
  const { methods } = await browser.must(payments.getMethods, {})
  const input = { id: randomUUID(), product: 'backlinks', price_micros: 100_000_000, tax_micros: 0 }
  await decide((await browser.must(subscriptions.activate, { ...input, how: 'checkout' })).pay_url, false)
  await browser.must(recharge.saveRecharge, {
    threshold_micros: 0,
    amount_micros: 50_000_000,
    method_id: methods[0]?.id ?? '',
    month_max_micros: null,
  })
  await browser.must(databases.buy, {
    id: randomUUID(),
    database_id: 'technologies',
    version: '2026-10',
    amount_micros: 2_500_000,
    locations: ['PL'],
    format: 'csv',
    with_updates: false,
  })
  const code = `CODE-${randomUUID().slice(0, 8).toUpperCase()}`
  await app.operator(operator.addPromo, { code, amount_micros: 1_000_000, by: 'test' })
  await browser.must(promo.redeem, { code })
}
