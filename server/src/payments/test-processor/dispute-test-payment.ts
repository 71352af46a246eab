import { randomUUID } from 'node:crypto'
import { Problem } from '@portico/contract/problem.ts'
import type { Ctx } from '#ctx/ctx.ts'
import { orderByReference } from '../order-store.ts'
import { pagedOrder } from '../paged-order-store.ts'
import { refreshOrder } from '../refresh-order.ts'
import { endTestDispute, keepReversal, paymentByRef, reversalsOfPayment } from './processor-store.ts'

/** Acts as the bank of a test payment: opens a dispute about all that was not refunded, or decides it. */
export async function disputeTestPayment(ctx: Ctx, reference: string, outcome: 'open' | 'won' | 'lost') {
  const order = await orderByReference(ctx.db, reference)
  if (!order) throw new Problem('unknown_order')
  const payment = order.payment_ref ? await paymentByRef(ctx.db, order.payment_ref) : undefined
  if (order.processor !== 'test' || order.state !== 'paid' || !payment)
    throw new Problem('invalid_input', {
      fields: { reference: 'is not a payment of the test processor that was paid' },
    })
  const { payment_ref } = payment
  if (outcome === 'open') {
    const taken = (await reversalsOfPayment(ctx.db, payment_ref)).reduce((sum, row) => sum + row.total_micros, 0)
    if (taken >= payment.total_micros)
      throw new Problem('invalid_input', { fields: { reference: 'has nothing left to dispute' } })
    await keepReversal(ctx.db, {
      reversal_ref: `test_dp_${randomUUID()}`,
      idempotency_key: `dispute ${payment_ref}`,
      payment_ref,
      kind: 'dispute',
      total_micros: payment.total_micros - taken,
      state: 'open',
      created_at: ctx.clock.now(),
    })
  } else if (!(await endTestDispute(ctx.db, payment_ref, outcome)))
    throw new Problem('invalid_input', { fields: { reference: 'has no open dispute' } })
  await refreshOrder(ctx, order.id)
  return (await pagedOrder(ctx.db, order.owner_id, order.id))?.status ?? 'disputed'
}
