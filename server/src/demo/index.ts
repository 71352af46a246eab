import { MICROS_PER_UNIT } from '@portico/contract/money.ts'
import { accountLogins } from '#access/index.ts'
import { hashPassword } from '#auth/index.ts'
import { giveDetails } from '#billing/index.ts'
import type { Ctx } from '#ctx/ctx.ts'
import { bookGift } from '#ledger/index.ts'
import { createUser, grantFeature, userByEmail } from '#users/index.ts'
import { keepDemoUsage } from './usage-history.ts'

/** The demo account for first-time visitors. It exists only with DEMO on, which is off in production by default. */
export const DEMO_EMAIL = 'demo@portico.example'
export const DEMO_PASSWORD = 'portico-demo'

const DEMO_DETAILS = {
  kind: 'company' as const,
  name: 'Demo Inc.',
  line1: '1 Example Street',
  line2: '',
  postal_code: '10001',
  city: 'New York',
  country: 'US',
  vat_id: '',
  invoice_emails: [],
  po_number: '',
  buyer_reference: '',
  e_invoice: 'none' as const,
}

const WELCOME_ID = '00000000-0000-4000-8000-00000000de40'
const WELCOME_MICROS = 25 * MICROS_PER_UNIT

export async function keepDemoAccount(ctx: Ctx): Promise<void> {
  const known = await userByEmail(ctx, DEMO_EMAIL)
  const user =
    known ??
    (await createUser(ctx, {
      email: DEMO_EMAIL,
      name: 'Dana Demo',
      password_hash: await hashPassword(ctx, DEMO_PASSWORD),
    }))
  // Billing details are filled in, so that payments can be tried without that form.
  await giveDetails(ctx, user.id, DEMO_DETAILS)
  await grantFeature(ctx, user.id, 'development')
  const [login] = await accountLogins(ctx, user.id)
  if (!login) return
  await bookGift(ctx, {
    id: WELCOME_ID,
    login_id: login.id,
    amount_micros: WELCOME_MICROS,
    memo: 'Welcome credit of the demo account',
    actor: 'system',
  })
  await keepDemoUsage(ctx, login.id)
}
