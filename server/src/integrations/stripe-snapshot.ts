import { CENT_MICROS } from '@portico/contract/money.ts'
import type { PaymentFailure } from '@portico/contract/payments.ts'
import type Stripe from 'stripe'
import { labelOf, type PaymentSnapshot, processorCurrency, type StoredMethod } from './payment-processor.ts'

type Intent = Stripe.PaymentIntent
type Session = Stripe.Checkout.Session

/** Translates a payment of Stripe into our snapshot. A session without a payment has not been paid yet. */
export function snapshotOf(
  session: Session | undefined,
  intent: Intent | undefined,
  { refunds = [], disputes = [] }: { refunds?: Stripe.Refund[]; disputes?: Stripe.Dispute[] } = {},
): PaymentSnapshot {
  const state = stateOf(session, intent)
  const cents = state === 'paid' ? intent?.amount_received : (intent?.amount ?? session?.amount_total)
  const method = intent?.payment_method
  return {
    state,
    failure: state === 'failed' ? failureOf(session, intent) : null,
    is_blocked: isBlocked(intent?.last_payment_error?.decline_code),
    checkout_ref: session?.id ?? null,
    payment_ref: intent?.id ?? idOf(session?.payment_intent) ?? null,
    url: session?.url ?? intent?.next_action?.redirect_to_url?.url ?? null,
    total_micros: (cents ?? 0) * CENT_MICROS,
    currency: intent?.currency ?? session?.currency ?? '',
    customer_ref: idOf(intent?.customer ?? session?.customer) ?? null,
    is_live: intent?.livemode ?? session?.livemode ?? false,
    method_label: method && typeof method !== 'string' ? labelOf(storedMethodOf(method)) : '',
    refunds: refunds.map(refundOf),
    disputes: disputes.flatMap(disputeOf),
  }
}

/** Refused before there was a payment. */
export function refusedSnapshot(
  order: { total_micros: number; customer_ref: string },
  is_live: boolean,
  failure: PaymentFailure,
): PaymentSnapshot {
  const { total_micros, customer_ref } = order
  return {
    state: 'failed',
    failure,
    checkout_ref: null,
    payment_ref: null,
    url: null,
    total_micros,
    currency: processorCurrency(),
    customer_ref,
    is_live,
    method_label: '',
    refunds: [],
    disputes: [],
  }
}

function stateOf(session: Session | undefined, intent: Intent | undefined): PaymentSnapshot['state'] {
  switch (intent?.status) {
    case 'succeeded':
      return 'paid'
    case 'processing':
      return 'processing'
    case 'canceled':
      return session?.status === 'expired' ? 'failed' : 'canceled'
    case 'requires_payment_method':
      // On a page that is still open a declined card is not the end: the customer can choose another one.
      if (session?.status === 'open') return 'open'
      return intent.last_payment_error || session?.status === 'complete' || session?.status === 'expired'
        ? 'failed'
        : 'open'
    default:
      return session?.status === 'expired' ? 'failed' : 'open'
  }
}

function failureOf(session: Session | undefined, intent: Intent | undefined): PaymentFailure {
  const error = intent?.last_payment_error
  if (session?.status === 'expired') return 'expired'
  return error ? failureNamed(error.code, error.decline_code) : 'processor_error'
}

/** The card was typed wrongly, or its bank could not process it just now: its owner can fix both. */
const WRONG_CARD_DATA = /^((incorrect|invalid)_(cvc|number|zip|address|expiry_month|expiry_year)|processing_error)$/

export function failureNamed(code: string | undefined, decline_code: string | undefined): PaymentFailure {
  if (code === 'authentication_required' || decline_code === 'authentication_required') return 'authentication_needed'
  if (code === 'payment_intent_authentication_failure') return 'authentication_needed'
  if (decline_code === 'insufficient_funds') return 'insufficient_funds'
  if (code === 'expired_card' || decline_code === 'expired_card') return 'expired_card'
  if (code === 'resource_missing' || code === 'payment_method_unactivated') return 'method_removed'
  if (WRONG_CARD_DATA.test(code ?? '') || WRONG_CARD_DATA.test(decline_code ?? '')) return 'check_card'
  return code === 'card_declined' || decline_code ? 'declined' : 'processor_error'
}

/** Codes after which no other card of the customer is charged automatically. */
const BLOCKED = [
  'fraudulent',
  'lost_card',
  'merchant_blacklist',
  'pickup_card',
  'restricted_card',
  'revocation_of_all_authorizations',
  'revocation_of_authorization',
  'security_violation',
  'stolen_card',
  'stop_payment_order',
]

function isBlocked(decline_code: string | undefined): boolean {
  return decline_code !== undefined && BLOCKED.includes(decline_code)
}

/** Stripe's `pending` and `requires_action` are in progress; `canceled` will never arrive. */
export function refundState(status: string | null): 'pending' | 'done' | 'failed' {
  if (status === 'succeeded') return 'done'
  return status === 'failed' || status === 'canceled' ? 'failed' : 'pending'
}

function refundOf({ id, amount, status, metadata }: Stripe.Refund): PaymentSnapshot['refunds'][number] {
  return {
    ref: id,
    own_id: metadata?.reversal_id ?? null,
    total_micros: amount * CENT_MICROS,
    state: refundState(status),
  }
}

/** An inquiry (`warning_…`) takes no money, and one that was prevented never becomes a dispute. */
export function disputeOf({ id, amount, status }: Stripe.Dispute): PaymentSnapshot['disputes'] {
  if (status.startsWith('warning_') || status === 'prevented') return []
  const state = status === 'won' ? 'won' : status === 'lost' ? 'lost' : 'open'
  return [{ ref: id, total_micros: amount * CENT_MICROS, state }]
}

export function storedMethodOf(method: Stripe.PaymentMethod): StoredMethod {
  const { id, type, card } = method
  const last4 = card?.last4 ?? method.sepa_debit?.last4 ?? method.us_bank_account?.last4 ?? ''
  const brand = card ? wordOf(card.brand) : wordOf(type)
  return { method_ref: id, brand, last4, exp_month: card?.exp_month ?? null, exp_year: card?.exp_year ?? null }
}

/** `sepa_debit` becomes Sepa debit. */
function wordOf(name: string): string {
  const words = name.replaceAll('_', ' ')
  return words.slice(0, 1).toUpperCase() + words.slice(1)
}

export function idOf(one: string | { id: string } | null | undefined): string | undefined {
  return typeof one === 'string' ? one : one?.id
}
