import { CENT_MICROS } from '@portico/contract/money.ts'
import type Stripe from 'stripe'
import type { PaymentProcessor } from './payment-processor.ts'
import { disputeOf, idOf, refundState } from './stripe-snapshot.ts'

const LISTED = { open: 'pending', lost: 'done', won: 'won' } as const

/** What Stripe itself lists, to be compared with what we know. */
export function openStripeLists(stripe: Stripe): Pick<PaymentProcessor, 'list' | 'listReversals'> {
  return {
    async *list(since) {
      const created = { gte: Math.floor(since.getTime() / 1000) }
      for await (const intent of stripe.paymentIntents.list({ created, limit: 100 })) {
        yield {
          payment_ref: intent.id,
          order_id: intent.metadata.order_id ?? null,
          is_paid: intent.status === 'succeeded',
          total_micros: intent.amount * CENT_MICROS,
          created_at: new Date(intent.created * 1000),
        }
      }
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
