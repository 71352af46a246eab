import { createHash } from 'node:crypto'
import { CENT_MICROS } from '@portico/contract/money.ts'
import Stripe from 'stripe'
import type { PaymentsEnv } from '../env-payments.ts'
import {
  type OrderRequest,
  type PaymentProcessor,
  type PaymentSnapshot,
  processorCurrency,
} from './payment-processor.ts'
import { isCustomerGone, keySuffix } from './stripe-customer.ts'
import { openStripeEvents } from './stripe-events.ts'
import { openStripeLists } from './stripe-lists.ts'
import { failureNamed, idOf, refundState, refusedSnapshot, snapshotOf, storedMethodOf } from './stripe-snapshot.ts'

const TIMEOUT_MS = 20_000
const EXPAND = ['latest_charge', 'payment_method']
/** Before the order was made there was no payment for it; clocks may differ. */
const CLOCKS_S = 300

/**
 * Stripe, by its own client. Every call that makes something carries a key derived from our id, so that a lost reply and a second
 * try end in one object; parameters depend on the order alone. Cards are typed on Stripe's pages only.
 */
export function openStripe(
  env: Extract<PaymentsEnv, { kind: 'stripe' }>,
  { retries = 2 }: { retries?: number } = {},
): PaymentProcessor {
  const { secret_key, api_url } = env
  const stripe = new Stripe(secret_key, {
    host: api_url.hostname,
    port: api_url.port || (api_url.protocol === 'https:' ? 443 : 80),
    protocol: api_url.protocol === 'https:' ? 'https' : 'http',
    maxNetworkRetries: retries,
    timeout: TIMEOUT_MS,
    telemetry: false,
  })
  const currency = processorCurrency()
  const is_live = /^(sk|rk)_live_/.test(secret_key)

  /** With everything that has happened to a payment since. */
  async function whole(session: Stripe.Checkout.Session | undefined, intent: Stripe.PaymentIntent | undefined) {
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
    return whole(session, intent && typeof intent !== 'string' ? intent : undefined)
  }

  async function readIntent(id: string): Promise<PaymentSnapshot> {
    return whole(undefined, await stripe.paymentIntents.retrieve(id, { expand: EXPAND }))
  }

  /** An order whose answer we never got: its page or its payment among those of the customer. */
  async function search(order: OrderRequest): Promise<PaymentSnapshot | undefined> {
    const created = { gte: Math.floor(order.created_at.getTime() / 1000) - CLOCKS_S }
    const filter = { customer: order.customer_ref, created, limit: 100 }
    for await (const session of stripe.checkout.sessions.list(filter))
      if (session.client_reference_id === order.id) return readSession(session.id)
    for await (const intent of stripe.paymentIntents.list(filter))
      if (intent.metadata.order_id === order.id) return readIntent(intent.id)
    return undefined
  }

  async function read(order: OrderRequest): Promise<PaymentSnapshot | undefined> {
    if (order.checkout_ref) return readSession(order.checkout_ref)
    return order.payment_ref ? readIntent(order.payment_ref) : search(order)
  }

  return {
    name: 'stripe',
    is_live,
    read,

    isCustomerGone,

    async createCustomer({ id, email, name, changes }) {
      const key = createHash('sha256').update(`${email}\n${name}`).digest('hex').slice(0, 16)
      const given = { email, name, metadata: { owner_id: String(id) } }
      return (await stripe.customers.create(given, { idempotencyKey: `customer-${id}-${key}${keySuffix(changes)}` })).id
    },

    async openCheckout(order) {
      const { id, customer_ref, return_url, save_method, reference } = order
      const metadata = { order_id: id, reference }
      const sent = stripe.checkout.sessions.create(
        {
          mode: 'payment',
          customer: customer_ref,
          client_reference_id: id,
          metadata,
          success_url: return_url,
          cancel_url: return_url,
          adaptive_pricing: { enabled: false },
          line_items: [
            {
              quantity: 1,
              price_data: {
                currency,
                unit_amount: order.total_micros / CENT_MICROS,
                product_data: { name: order.description },
              },
            },
          ],
          payment_intent_data: {
            metadata,
            description: order.description,
            ...(save_method && { setup_future_usage: 'off_session' }),
          },
        },
        { idempotencyKey: `order-${id}-checkout${keySuffix(order.customer_changes)}` },
      )
      try {
        return snapshotOf(await sent, undefined)
      } catch (error) {
        // What Stripe will never accept is not tried again.
        if (isCustomerGone(error) || !(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error
        return refusedSnapshot(order, is_live, 'processor_error')
      }
    },

    async openSetup({ key, customer_ref, return_url }) {
      const session = await stripe.checkout.sessions.create(
        { mode: 'setup', currency, customer: customer_ref, success_url: return_url, cancel_url: return_url },
        { idempotencyKey: `setup-${key}-${customer_ref}` },
      )
      if (!session.url) throw new Error(`Stripe session ${session.id} has no address`)
      return { url: session.url }
    },

    async charge(order, method_ref, is_present) {
      const { id, customer_ref, reference, return_url } = order
      try {
        const intent = await stripe.paymentIntents.create(
          {
            amount: order.total_micros / CENT_MICROS,
            currency,
            customer: customer_ref,
            payment_method: method_ref,
            confirm: true,
            description: order.description,
            metadata: { order_id: id, reference },
            expand: EXPAND,
            // Whoever sits before the page can be asked by their bank; nobody else can.
            ...(is_present ? { return_url } : { off_session: true }),
          },
          { idempotencyKey: `order-${id}-charge${keySuffix(order.customer_changes)}` },
        )
        return await whole(undefined, intent)
      } catch (error) {
        if (error instanceof Stripe.errors.StripeCardError) {
          const intent_id = idOf(error.payment_intent)
          if (intent_id) return readIntent(intent_id)
          return refusedSnapshot(order, is_live, failureNamed(error.code, error.decline_code), error.decline_code)
        }
        if (isCustomerGone(error) || !(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error
        return refusedSnapshot(order, is_live, failureNamed(error.code, undefined))
      }
    },

    async cancel(order) {
      const snapshot = await read(order)
      if (snapshot?.state !== 'open') return
      if (snapshot.checkout_ref) await stripe.checkout.sessions.expire(snapshot.checkout_ref)
      else if (snapshot.payment_ref) await stripe.paymentIntents.cancel(snapshot.payment_ref)
    },

    async refund({ key, payment_ref, total_micros }) {
      try {
        const { id, status } = await stripe.refunds.create(
          { payment_intent: payment_ref, amount: total_micros / CENT_MICROS, metadata: { reversal_id: key } },
          { idempotencyKey: `refund-${key}` },
        )
        return { ref: id, state: refundState(status) }
      } catch (error) {
        if (error instanceof Stripe.errors.StripeInvalidRequestError) return { ref: null, state: 'failed' }
        throw error
      }
    },

    async deleteCustomer(customer_ref) {
      try {
        await stripe.customers.del(customer_ref)
      } catch (error) {
        if (!isCustomerGone(error)) throw error
      }
    },

    async methods(customer_ref) {
      const found = []
      try {
        for await (const method of stripe.customers.listPaymentMethods(customer_ref, { limit: 100 }))
          found.push(storedMethodOf(method))
      } catch (error) {
        // Nothing is stored for who is not there.
        if (!isCustomerGone(error)) throw error
      }
      return found
    },

    async removeMethod(method_ref) {
      try {
        await stripe.paymentMethods.detach(method_ref)
      } catch (error) {
        // One that is gone there is removed.
        if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error
      }
    },

    ...openStripeLists(stripe),
    ...openStripeEvents(stripe, env.webhook_secrets),
  }
}
