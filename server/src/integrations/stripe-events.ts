import type Stripe from 'stripe'
import type { PaymentProcessor } from './payment-processor.ts'

const TOLERANCE_S = 300
/** Only these events are handled; none is sent for a payment that was only created. */
const ABOUT_PAYMENTS = /^(checkout\.session|payment_intent(?!\.created$)|charge|refund)\./
const ABOUT_METHODS = /^(payment_method\.|checkout\.session\.completed$|setup_intent\.succeeded$)/

/** Events from Stripe: verified with any of the active secrets, and read only for their subject. */
export function openStripeEvents(
  stripe: Stripe,
  secrets: string[],
): Required<Pick<PaymentProcessor, 'verifyEvent' | 'subjectOf'>> {
  return {
    verifyEvent(raw, headers, now) {
      const signature = headers['stripe-signature']
      if (typeof signature !== 'string' || !isSignedNow(signature, now)) return undefined
      for (const secret of secrets) {
        try {
          const event = stripe.webhooks.constructEvent(raw, signature, secret, TOLERANCE_S, undefined, now.getTime())
          return typeof event.id === 'string' && typeof event.type === 'string'
            ? { id: event.id, type: event.type, body: JSON.parse(raw.toString('utf8')) }
            : undefined
        } catch {
          // The next secret may match.
        }
      }
      return undefined
    },

    async subjectOf({ type, body }) {
      const object = fieldsOf(fieldsOf(body.data).object)
      const customer_ref = ABOUT_METHODS.test(type) ? await customerIn(body, object) : null
      if (!ABOUT_PAYMENTS.test(type)) return { order_id: null, customer_ref }
      return { order_id: (await orderIn(object)) ?? null, customer_ref }
    },
  }

  /** Refunds, charges and disputes name their payment, and the payment names the order. */
  async function orderIn(object: Record<string, unknown>): Promise<string | undefined> {
    const own = textOf(fieldsOf(object.metadata).order_id) ?? textOf(object.client_reference_id)
    if (own) return own
    const payment = textOf(object.payment_intent) ?? textOf(fieldsOf(object.payment_intent).id)
    return payment ? (await stripe.paymentIntents.retrieve(payment)).metadata.order_id : undefined
  }

  /** A method that was detached from its customer names only its former one. */
  async function customerIn(body: Record<string, unknown>, object: Record<string, unknown>): Promise<string | null> {
    const before = fieldsOf(fieldsOf(body.data).previous_attributes)
    return textOf(object.customer) ?? textOf(before.customer) ?? null
  }
}

/** The library refuses an old signature, but not one dated in the future. */
function isSignedNow(signature: string, now: Date): boolean {
  const times = [...signature.matchAll(/(?:^|,)t=([^,]*)/g)].map(([, time = '']) => Number(time || Number.NaN))
  return times.length === 1 && times.every((time) => Math.abs(now.getTime() / 1000 - time) <= TOLERANCE_S + 1)
}

function fieldsOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? { ...value } : {}
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined
}
