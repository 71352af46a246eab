import { randomUUID } from 'node:crypto'
import { payments } from '@portico/contract/payments.ts'
import { subscriptions } from '@portico/contract/subscriptions.ts'
import { testProcessor } from '@portico/contract/test-processor.ts'
import { accountLogins, readApiPassword } from '#access/index.ts'
import { balanceOf, bookGift } from '#ledger/index.ts'
import type { TestApp } from './app.ts'

type Card = '4242' | '0002' | '9995' | '3155'
type Outcome = 'approve' | 'decline' | 'cancel'

export const BACKLINKS = '/v3/backlinks/summary/live'
export const TARGET = [{ target: 'example.com' }]

let number = 0

/** A customer who calls the data API and uses the dashboard, with their actions about money. */
export async function openPayer(app: TestApp) {
  number += 1
  const email = `payer-${number}@example.com`
  const { id: user_id } = await app.addUser({ email, can_pay: true })
  const [own] = await accountLogins(app.ctx, user_id)
  if (!own) throw new Error('the user has no login')
  const { id: login_id, login } = own
  const give = (amount_micros: number) =>
    bookGift(app.ctx, { id: randomUUID(), login_id, amount_micros, memo: 'for a test', actor: 'test' })
  await give(10_000_000)
  const browser = await app.signedIn(email, { ip: `203.0.113.${number}` })

  const decide = (url: string | null, outcome: Outcome, more: { card?: Card; save_method?: boolean } = {}) => {
    const checkout = new URL(url ?? '').pathname.split('/').at(-1) ?? ''
    return browser.must(testProcessor.decide, { checkout, outcome, ...more })
  }
  const shown = async (product = 'backlinks') => {
    const { subscriptions: all } = await browser.must(subscriptions.getSubscriptions, {})
    const found = all.find((one) => one.product === product)
    if (!found) throw new Error(`${product} is not listed`)
    return found
  }
  /** A call of the data API by the owner's program, on another process if one is given. */
  async function call(path: string, { body, at = app.app }: { body?: unknown; at?: TestApp['app'] } = {}) {
    const password = await readApiPassword(app.ctx, { login_id, member_id: null })
    const authorization = `Basic ${Buffer.from(`${login}:${password}`).toString('base64')}`
    const headers = { authorization, 'content-type': 'application/json' }
    const sent =
      body === undefined ? { method: 'GET' as const } : { method: 'POST' as const, payload: JSON.stringify(body) }
    return (await at.inject({ ...sent, url: path, headers, remoteAddress: '198.51.100.77' })).json()
  }
  return {
    user_id,
    login_id,
    login,
    email,
    browser,
    give,
    call,
    /** Signs in again, as the session expires after days or months. */
    signInAgain: async () => {
      browser.cookies.clear()
      await browser.signIn(email)
    },
    decide,
    shown,
    balance: () => balanceOf(app.ctx, login_id),
    /** The card becomes the default method. */
    async storeCard(card: Card): Promise<string> {
      const { url } = await browser.must(payments.addMethod, {})
      await decide(url, 'approve', { card })
      const { methods } = await browser.must(payments.getMethods, {})
      const id = methods.find(({ last4 }) => last4 === card)?.id ?? ''
      await browser.must(payments.setDefaultMethod, { id })
      return id
    },
    /** Sends the call of the page and returns the server's response. */
    activate: async (more: object = {}) =>
      browser.call(subscriptions.activate, {
        id: randomUUID(),
        product: 'backlinks',
        price_micros: 100_000_000,
        tax_micros: 0,
        how: 'checkout',
        ...more,
      }),
    /** Orders and pays at once on the processor's page. */
    async subscribe(outcome: Outcome = 'approve', more: { card?: Card; save_method?: boolean } = {}) {
      const { body } = await this.activate()
      if (!('pay_url' in body)) throw new Error(JSON.stringify(body))
      await decide(body.pay_url, outcome, more)
      return body.order_id
    },
    /** The reply to a call of the product. */
    backlinks: async (at?: TestApp['app']): Promise<number> =>
      (await call(BACKLINKS, { body: TARGET, ...(at && { at }) })).status_code,
  }
}

export type Payer = Awaited<ReturnType<typeof openPayer>>
