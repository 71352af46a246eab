import { CENT_MICROS } from '@portico/contract/money.ts'
import type Stripe from 'stripe'
import type { ListedPayment, PaymentProcessor } from './payment-processor.ts'
import { isMissing } from './stripe-errors.ts'
import { disputeOf, idOf, refundState } from './stripe-snapshot.ts'

const LISTED = { open: 'pending', lost: 'done', won: 'won' } as const

/** Stripe's own lists, for the comparison with our orders. */
export function openStripeLists(stripe: Stripe): Pick<PaymentProcessor, 'payment' | 'list' | 'listReversals'> {
  return {
    async payment(payment_ref) {
      try {
        const { created } = await stripe.paymentIntents.retrieve(payment_ref)
        for await (const intent of stripe.paymentIntents.list({ created: { gte: created, lte: created }, limit: 100 }))
          if (intent.id === payment_ref) return listedOf(intent)
      } catch (error) {
        if (!isMissing(error)) throw error
      }
      return undefined
    },

    async *list(since) {
      const created = { gte: Math.floor(since.getTime() / 1000) }
      for await (const intent of stripe.paymentIntents.list({ created, limit: 100 })) yield listedOf(intent)
    },

    async *listReversals(since) {
      const created = { gte: Math.floor(since.getTime() / 1000) }
      for await (const { id, payment_intent, status } of stripe.refunds.list({ created, limit: 100 })) {
        const payment_ref = idOf(payment_intent)
        if (payment_ref) yield { reversal_ref: id, payment_ref, state: refundState(status) }
      }
      for await (const dispute of stripe.disputes.list({ created, limit: 100 })) {
        const payment_ref = idOf(dispute.payment_intent)
        for (const { ref, state } of payment_ref ? disputeOf(dispute) : [])
          yield { reversal_ref: ref, payment_ref: payment_ref ?? '', state: LISTED[state] }
      }
    },
  }
}

function listedOf({ id, metadata, status, amount, created }: Stripe.PaymentIntent): ListedPayment {
  return {
    payment_ref: id,
    order_id: metadata.order_id ?? null,
    is_paid: status === 'succeeded',
    total_micros: amount * CENT_MICROS,
    created_at: new Date(created * 1000),
  }
}
