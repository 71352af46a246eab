import { formatMicros } from '@portico/contract/money.ts'
import { Problem } from '@portico/contract/problem.ts'
import type { Ctx } from '#ctx/ctx.ts'
import type { Db } from '#db/db.ts'
import { inTx } from '#db/tx.ts'
import { creditOrder } from './apply-snapshot.ts'
import { changeOrder, lockOrder, type OrderRow, orderByReference } from './order-store.ts'

/** Records the arrival of a wire: the operator enters the amount, which must equal the order's. */
export async function confirmWire(
  ctx: Ctx,
  { reference, amount_micros, actor }: { reference: string; amount_micros: number; actor: string },
  onConfirmed: (db: Db, order: OrderRow) => Promise<void>,
): Promise<OrderRow> {
  const found = await orderByReference(ctx.db, reference)
  if (!found) throw new Problem('unknown_order')
  return inTx(ctx.db, async (db) => {
    const order = await lockOrder(db, found.id)
    if (order?.processor !== 'wire') throw refuse('reference', 'is not paid by wire')
    if (order.state === 'paid') throw refuse('reference', 'was confirmed before')
    const total = order.amount_micros + order.tax_micros
    if (amount_micros !== total)
      throw refuse(
        'amount_micros',
        `is not the amount of the order, ${formatMicros(total)}; credit another amount by hand`,
      )
    const paid_at = ctx.clock.now()
    // An order that was canceled and paid all the same is paid.
    await changeOrder(db, order.id, { state: 'paid', paid_at, failure: null }, paid_at)
    await creditOrder(ctx, db, { ...order, state: 'paid', paid_at }, actor)
    await onConfirmed(db, order)
    return order
  })
}

function refuse(field: string, message: string): Problem {
  return new Problem('invalid_input', { fields: { [field]: message } })
}
