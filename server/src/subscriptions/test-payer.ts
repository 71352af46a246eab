import { randomUUID } from 'node:crypto'
import { payments } from '@portico/contract/payments.ts'
import { subscriptions } from '@portico/contract/subscriptions.ts'
import { testProcessor } from '@portico/contract/test-processor.ts'
import { type Customer, openCustomer } from '#gateway/test-customer.ts'
import { balanceOf } from '#ledger/room.ts'
import { userById } from '#users/room.ts'
import type { TestApp } from '../test-app.ts'

type Card = '4242' | '0002' | '9995' | '3155'
type Outcome = 'approve' | 'decline' | 'cancel'

export const BACKLINKS = '/v3/backlinks/summary/live'
export const TARGET = [{ target: 'example.com' }]

let number = 0

/** A customer who calls the data API and sits before the dashboard, with what they do about money. */
export async function openPayer(app: TestApp) {
  number += 1
  const customer: Customer = await openCustomer(app, { usd: 10 })
  const email = (await userById(app.ctx, customer.user_id))?.email ?? ''
  const browser = app.browser({ ip: `203.0.113.${number}` })
  await browser.signIn(email)

  const decide = (url: string | null, outcome: Outcome, more: { card?: Card; save_method?: boolean } = {}) => {
    const checkout = new URL(url ?? '').searchParams.get('checkout') ?? ''
    return browser.must(testProcessor.decide, { checkout, outcome, ...more })
  }
  const shown = async (product = 'backlinks') => {
    const { subscriptions: all } = await browser.must(subscriptions.getSubscriptions, {})
    const found = all.find((one) => one.product === product)
    if (!found) throw new Error(`${product} is not listed`)
    return found
  }
  return {
    ...customer,
    email,
    browser,
    /** After days or months the session is over. */
    signInAgain: async () => {
      browser.cookies.clear()
      await browser.signIn(email)
    },
    decide,
    shown,
    balance: () => balanceOf(app.ctx, customer.login_id),
    /** The card becomes the default method. */
    async storeCard(card: Card): Promise<string> {
      const { url } = await browser.must(payments.addMethod, {})
      await decide(url, 'approve', { card })
      const { methods } = await browser.must(payments.getMethods, {})
      const id = methods.find(({ last4 }) => last4 === card)?.id ?? ''
      await browser.must(payments.setDefaultMethod, { id })
      return id
    },
    /** As the page sends it; answers as the server does. */
    activate: async (more: object = {}) =>
      browser.call(subscriptions.activate, {
        id: randomUUID(),
        product: 'backlinks',
        price_micros: 100_000_000,
        tax_micros: 0,
        how: 'checkout',
        ...more,
      }),
    /** Orders and pays at once, on the page of the processor. */
    async subscribe(outcome: Outcome = 'approve', more: { card?: Card; save_method?: boolean } = {}) {
      const { body } = await this.activate()
      if (!('pay_url' in body)) throw new Error(JSON.stringify(body))
      await decide(body.pay_url, outcome, more)
      return body.order_id
    },
    /** The codes a call of the product gets; on another process where one is given. */
    backlinks: (elsewhere?: TestApp['app']) =>
      customer.codes(BACKLINKS, { body: TARGET, ...(elsewhere && { app: elsewhere }) }),
  }
}

export type Payer = Awaited<ReturnType<typeof openPayer>>
