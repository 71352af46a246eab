import type Stripe from 'stripe'
import type { OrderRequest, PaymentSnapshot } from './payment-processor.ts'
import { snapshotOf } from './stripe-snapshot.ts'

/** Expanded with a payment, to show the method it was paid with. */
export const EXPAND = ['latest_charge', 'payment_method']
/** An order cannot have a payment older than itself; this allows for differing clocks. */
const CLOCKS_S = 300

export type StripeReader = ReturnType<typeof openStripeReader>

/** Finds the payment of an order: by the ids we have stored, or else in the customer's list. */
export function openStripeReader(stripe: Stripe) {
  /** With everything that has happened to a payment since. */
  async function whole(intent: Stripe.PaymentIntent | undefined, session?: Stripe.Checkout.Session) {
    if (intent?.status !== 'succeeded') return snapshotOf(session, intent)
    const payment_intent = intent.id
    const refunds = await stripe.refunds.list({ payment_intent, limit: 100 })
    const disputes = await stripe.disputes.list({ payment_intent, limit: 100 })
    return snapshotOf(session, intent, { refunds: refunds.data, disputes: disputes.data })
  }

  async function readSession(id: string): Promise<PaymentSnapshot> {
    const expand = EXPAND.map((name) => `payment_intent.${name}`)
    const session = await stripe.checkout.sessions.retrieve(id, { expand: ['payment_intent', ...expand] })
    const intent = session.payment_intent
    return whole(intent && typeof intent !== 'string' ? intent : undefined, session)
  }

  const retrieve = (id: string) => stripe.paymentIntents.retrieve(id, { expand: EXPAND })
  const readIntent = async (id: string) => whole(await retrieve(id))

  /**
   * Finds an order whose response never arrived: its page or its payment in the list of the customer. Stripe's lists, unlike its
   * search, are consistent at once. Of several payments the one that was begun counts; the others charge no one.
   */
  async function find(order: OrderRequest): Promise<{ session?: string; intent?: Stripe.PaymentIntent }> {
    const created = { gte: Math.floor(order.created_at.getTime() / 1000) - CLOCKS_S }
    const filter = { customer: order.customer_ref, created, limit: 100 }
    for await (const session of stripe.checkout.sessions.list(filter))
      if (session.client_reference_id === order.id) return { session: session.id }
    const found: { intent?: Stripe.PaymentIntent } = {}
    for await (const intent of stripe.paymentIntents.list(filter)) {
      if (intent.metadata.order_id !== order.id) continue
      if (!found.intent || isPrepared(found.intent)) found.intent = intent
    }
    return found
  }

  async function read(order: OrderRequest): Promise<PaymentSnapshot | undefined> {
    if (order.checkout_ref) return readSession(order.checkout_ref)
    const found = order.payment_ref ? { intent: await retrieve(order.payment_ref) } : await find(order)
    if ('session' in found && found.session) return readSession(found.session)
    if (!found.intent || isPrepared(found.intent)) return undefined
    return order.payment_ref ? whole(found.intent) : readIntent(found.intent.id)
  }

  async function findPrepared(order: OrderRequest): Promise<Stripe.PaymentIntent | undefined> {
    const { intent } = await find(order)
    return intent && isPrepared(intent) ? intent : undefined
  }

  return { whole, readSession, retrieve, readIntent, find, read, findPrepared }
}

/** Created but not confirmed: it charges no one. */
function isPrepared({ status }: Stripe.PaymentIntent): boolean {
  return status === 'requires_confirmation'
}
