import { CARD_PROCESSORS } from '@portico/contract/payments.ts'
import { startProblem } from '#db/start-problem.ts'
import type { SettingName as Name } from './settings.ts'
import { oneOf, origin } from './values.ts'

/** The payment processor. `stripe` needs a key and one or more signing secrets. */
export type PaymentsEnv =
  | { kind: 'test' | 'off' }
  | { kind: 'stripe'; secret_key: string; webhook_secrets: string[]; api_url: URL }

const KINDS = [...CARD_PROCESSORS, 'off'] as const

export function readPayments(
  get: (name: Name) => string | undefined,
  { production, demo }: { production: boolean; demo: boolean },
): PaymentsEnv {
  const secret_key = get('STRIPE_SECRET_KEY')
  const is_trial = !production || demo
  const by_itself = secret_key ? 'stripe' : is_trial ? 'test' : 'off'
  const wanted = oneOf('PAYMENTS', get('PAYMENTS') ?? by_itself, [...KINDS])
  // On the test processor a press on Approve counts as a payment.
  if (wanted === 'test' && !is_trial) throw startProblem('PAYMENTS cannot be test in production, unless DEMO is on.')
  if (wanted !== 'stripe') return { kind: wanted }
  const webhook_secrets = (get('STRIPE_WEBHOOK_SECRET') ?? '').split(',').flatMap((one) => one.trim() || [])
  if (!secret_key || webhook_secrets.length === 0)
    throw startProblem('PAYMENTS=stripe needs STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET.')
  if (!/^(sk|rk)_\w+$/.test(secret_key)) throw startProblem('STRIPE_SECRET_KEY must look like sk_live_… or sk_test_….')
  if (webhook_secrets.some((one) => !/^whsec_\S{8,}$/.test(one)))
    throw startProblem('STRIPE_WEBHOOK_SECRET must hold secrets like whsec_…, separated by commas.')
  const api_url = origin('STRIPE_API_HOST', get('STRIPE_API_HOST') ?? 'https://api.stripe.com')
  return { kind: 'stripe', secret_key, webhook_secrets, api_url }
}
