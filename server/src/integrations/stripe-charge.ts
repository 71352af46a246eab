import { CENT_MICROS } from '@portico/contract/money.ts'
import Stripe from 'stripe'
import { type PaymentProcessor, processorCurrency } from './payment-processor.ts'
import { isCustomerGone, keySuffix } from './stripe-errors.ts'
import { EXPAND, type StripeReader } from './stripe-read.ts'
import { failureNamed, idOf, refusedSnapshot } from './stripe-snapshot.ts'

/**
 * Charges stored methods in two steps. A payment intent that is only created charges no one, and one that is confirmed twice is
 * charged once: a retry is safe whatever became of the first request.
 */
export function openStripeCharges(
  stripe: Stripe,
  is_live: boolean,
  { findPrepared, readIntent, whole }: StripeReader,
): Required<Pick<PaymentProcessor, 'prepareCharge' | 'charge'>> {
  return {
    async prepareCharge(order, method_ref) {
      const { id, customer_ref, reference } = order
      const made = order.attempt > 0 ? await findPrepared(order) : undefined
      if (made) return made.id
      try {
        const intent = await stripe.paymentIntents.create(
          {
            amount: order.total_micros / CENT_MICROS,
            currency: processorCurrency(),
            customer: customer_ref,
            payment_method: method_ref,
            description: order.description,
            metadata: { order_id: id, reference },
          },
          { idempotencyKey: `order-${id}-intent${keySuffix(order)}` },
        )
        return intent.id
      } catch (error) {
        if (isCustomerGone(error) || !(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error
        return refusedSnapshot(order, is_live, failureNamed(error.code, undefined))
      }
    },

    async charge(order, _method_ref, is_present) {
      const { id, payment_ref, return_url } = order
      if (!payment_ref) throw new Error(`order ${order.reference} has no payment to confirm`)
      try {
        // Automatic payment methods always need a return address; only a customer who is present can confirm at their bank.
        const intent = await stripe.paymentIntents.confirm(
          payment_ref,
          { return_url, expand: EXPAND, ...(!is_present && { off_session: true }) },
          { idempotencyKey: `order-${id}-confirm${keySuffix(order)}` },
        )
        return await whole(intent)
      } catch (error) {
        if (error instanceof Stripe.errors.StripeCardError) return readIntent(idOf(error.payment_intent) ?? payment_ref)
        if (isCustomerGone(error) || !(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error
        if (error.code === 'payment_intent_unexpected_state') return readIntent(payment_ref)
        return refusedSnapshot(order, is_live, failureNamed(error.code, undefined))
      }
    },
  }
}
