import { createHash, randomUUID } from 'node:crypto'
import { CENT_MICROS } from '@portico/contract/money.ts'
import Stripe from 'stripe'
import type { PaymentsEnv } from '#env/payments.ts'
import { type PaymentProcessor, processorCurrency } from './payment-processor.ts'
import { openStripeCharges } from './stripe-charge.ts'
import { isCustomerGone, isUncertain, keySuffix } from './stripe-errors.ts'
import { openStripeEvents } from './stripe-events.ts'
import { openStripeLists } from './stripe-lists.ts'
import { openStripeReader } from './stripe-read.ts'
import { refundState, refusedSnapshot, snapshotOf, storedMethodOf } from './stripe-snapshot.ts'

const TIMEOUT_MS = 20_000

/**
 * Stripe, through its own client. Every call that creates something carries a key derived from our id, so that a lost response and
 * a retry end in one object; parameters depend on the order alone. Cards are typed on Stripe's pages only.
 */
export function openStripe(
  env: Extract<PaymentsEnv, { kind: 'stripe' }>,
  { retries = 2, timeout_ms = TIMEOUT_MS }: { retries?: number; timeout_ms?: number } = {},
): PaymentProcessor {
  const { secret_key, api_url } = env
  const stripe = new Stripe(secret_key, {
    host: api_url.hostname,
    port: api_url.port || (api_url.protocol === 'https:' ? 443 : 80),
    protocol: api_url.protocol === 'https:' ? 'https' : 'http',
    maxNetworkRetries: retries,
    timeout: timeout_ms,
    telemetry: false,
  })
  const currency = processorCurrency()
  const is_live = /^(sk|rk)_live_/.test(secret_key)

  const reader = openStripeReader(stripe)

  return {
    name: 'stripe',
    is_live,
    read: reader.read,

    isCustomerGone,
    isUncertain,

    async createCustomer({ id, email, name, changes: customer_changes }) {
      const hash = createHash('sha256').update(`${email}\n${name}`).digest('hex').slice(0, 16)
      const key = `customer-${id}-${hash}${keySuffix({ customer_changes, attempt: 0 })}`
      const given = { email, name, metadata: { owner_id: String(id) } }
      try {
        return (await stripe.customers.create(given, { idempotencyKey: key })).id
      } catch (error) {
        if (!isUncertain(error)) throw error
        for await (const customer of stripe.customers.list({ email, limit: 100 }))
          if (customer.metadata.owner_id === String(id)) return customer.id
        // A second customer would cost nothing, so the next attempt need not wait.
        return (await stripe.customers.create(given, { idempotencyKey: `${key}-${randomUUID()}` })).id
      }
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
          success_url: `${return_url}?returned`,
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
        { idempotencyKey: `order-${id}-checkout${keySuffix(order)}` },
      )
      try {
        return snapshotOf(await sent, undefined)
      } catch (error) {
        // What Stripe will never accept is not retried.
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

    async cancel(order) {
      const { checkout_ref, payment_ref } = order
      const found: Awaited<ReturnType<typeof reader.find>> = checkout_ref
        ? { session: checkout_ref }
        : payment_ref
          ? { intent: await reader.retrieve(payment_ref) }
          : await reader.find(order)
      if (found.session && (await reader.readSession(found.session)).state === 'open')
        await stripe.checkout.sessions.expire(found.session)
      else if (found.intent && snapshotOf(undefined, found.intent).state === 'open')
        await stripe.paymentIntents.cancel(found.intent.id)
    },

    async refund({ key, attempt, payment_ref, total_micros }) {
      try {
        const { id, status } = await stripe.refunds.create(
          { payment_intent: payment_ref, amount: total_micros / CENT_MICROS, metadata: { reversal_id: key } },
          { idempotencyKey: `refund-${key}${keySuffix({ customer_changes: 0, attempt })}` },
        )
        return { ref: id, state: refundState(status) }
      } catch (error) {
        if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error
        // The refusal may be due to an earlier attempt that has created it.
        for await (const { id, status, metadata } of stripe.refunds.list({ payment_intent: payment_ref, limit: 100 }))
          if (metadata?.reversal_id === key) return { ref: id, state: refundState(status) }
        return { ref: null, state: 'failed' }
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
        // A customer that does not exist has no stored methods.
        if (!isCustomerGone(error)) throw error
      }
      return found
    },

    async removeMethod(method_ref) {
      try {
        await stripe.paymentMethods.detach(method_ref)
      } catch (error) {
        // A method that is gone there counts as removed.
        if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error
      }
    },

    ...openStripeCharges(stripe, is_live, reader),
    ...openStripeLists(stripe),
    ...openStripeEvents(stripe, env.webhook_secrets),
  }
}
