import type { Reversal } from '#ctx/billing.ts'
import type { Ctx, OrderFacts, PaymentListener } from '#ctx/ctx.ts'
import type { Db } from '#db/db.ts'
import { recordEvent } from './record-event.ts'

/** Payments and what goes back, in the transactions that book them. */
export const paymentEventListener: PaymentListener = {
  async paid({ clock }, db, order) {
    const { amount_micros, tax_micros, processor, owner_id } = order
    const data = { ...aboutOrder(order), amount_micros, tax_micros, processor }
    await recordEvent({ db, clock }, { type: 'payment.succeeded', key: order.id, owner_id, data })
  },
  reversed: ({ clock }, db, order, reversal) => moved({ clock }, db, order, reversal, true),
  restored: ({ clock }, db, order, reversal) => moved({ clock }, db, order, reversal, false),
}

/** A reversal can go and come back several times: each is an event of its own. */
async function moved(
  { clock }: Pick<Ctx, 'clock'>,
  db: Db,
  order: OrderFacts,
  { id, kind, amount_micros, tax_micros, left_before_micros, left_micros }: Reversal,
  went: boolean,
): Promise<void> {
  const about = { ...aboutOrder(order), amount_micros, tax_micros, left_micros }
  const key = `${id} ${left_before_micros} ${left_micros} ${clock.now().getTime()}`
  const of = { key, owner_id: order.owner_id }
  if (kind === 'refund') {
    const data = { ...about, refund_id: id, state: went ? ('refunded' as const) : ('failed' as const) }
    return recordEvent({ db, clock }, { type: 'payment.refunded', ...of, data })
  }
  const data = { ...about, dispute_id: id, state: went ? ('opened' as const) : ('won' as const) }
  await recordEvent({ db, clock }, { type: 'payment.disputed', ...of, data })
}

function aboutOrder({ id, reference, purpose, product }: OrderFacts) {
  return { payment_id: id, reference, purpose, product }
}
