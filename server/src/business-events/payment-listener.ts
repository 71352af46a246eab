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
  reversed: ({ clock }, db, order, reversal) => refunded({ clock }, db, order, reversal, 'refunded'),
  restored: ({ clock }, db, order, reversal) => refunded({ clock }, db, order, reversal, 'failed'),
  async disputed({ clock }, db, order, { id, state, total_micros }) {
    const data = { ...aboutOrder(order), dispute_id: id, state, total_micros }
    const about = { key: `${id} ${state}`, owner_id: order.owner_id, data }
    await recordEvent({ db, clock }, { type: 'payment.disputed', ...about })
  },
}

/** A refund can go and come back several times: each is an event of its own. */
async function refunded(
  { clock }: Pick<Ctx, 'clock'>,
  db: Db,
  order: OrderFacts,
  { id, kind, amount_micros, tax_micros, left_before_micros, left_micros }: Reversal,
  state: 'refunded' | 'failed',
): Promise<void> {
  if (kind !== 'refund') return
  const data = { ...aboutOrder(order), refund_id: id, state, amount_micros, tax_micros, left_micros }
  const key = `${id} ${left_before_micros} ${left_micros} ${clock.now().getTime()}`
  await recordEvent({ db, clock }, { type: 'payment.refunded', key, owner_id: order.owner_id, data })
}

function aboutOrder({ id, reference, purpose, product }: OrderFacts) {
  return { payment_id: id, reference, purpose, product }
}
