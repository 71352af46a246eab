import { UUID } from '@portico/contract/form-fields.ts'
import { formatMicros } from '@portico/contract/money.ts'
import type { Ctx } from '#ctx/ctx.ts'
import type { ListedPayment, PaymentSnapshot } from '#integrations/payment-processor.ts'
import { processorOf, withRequest } from './customer.ts'
import { type OrderRow, orderById, orderByPayment } from './order-store.ts'
import { refreshOrder } from './refresh-order.ts'
import { type ReversalRow, reversalsOf } from './reversal-store.ts'

const DISPUTE_STATES = { open: 'pending', lost: 'done', won: 'won' } as const

/** Applies the state of one payment at the processor, and returns the remaining differences. */
export async function comparePayment(ctx: Ctx, payment_ref: string): Promise<string[]> {
  const processor = processorOf(ctx)
  const listed = await processor.payment(payment_ref)
  const before = await orderOf(ctx, payment_ref, listed)
  if (before && listed) await refreshOrder(ctx, before.id)
  const order = await orderOf(ctx, payment_ref, listed)
  const findings = differences(payment_ref, listed, order)
  if (order?.state !== 'paid' || !listed) return findings
  const snapshot = await withRequest(ctx, order, (request) => processor.read(request))
  return [...findings, ...reversalDifferences(order, await reversalsOf(ctx.db, order.id), snapshot)]
}

async function orderOf(ctx: Ctx, payment_ref: string, listed: ListedPayment | undefined) {
  const named = listed?.order_id && UUID.test(listed.order_id) ? listed.order_id : undefined
  const order = await orderByPayment(ctx.db, processorOf(ctx).name, payment_ref)
  return order ?? (named ? orderById(ctx.db, named) : undefined)
}

/** Differences between an entry of the processor's list and an order; either may be missing. */
export function differences(
  payment_ref: string,
  listed: ListedPayment | undefined,
  order: Pick<OrderRow, 'state' | 'reference' | 'quarantine' | 'amount_micros' | 'tax_micros'> | undefined,
): string[] {
  if (!order) return listed?.is_paid ? [`${payment_ref} is paid and belongs to no order`] : []
  const { reference, state, quarantine } = order
  if (!listed?.is_paid) {
    if (state !== 'paid') return []
    const there = listed ? 'is not paid there' : 'is not in the processor’s list'
    return [`order ${reference} is paid here, but its payment ${payment_ref} ${there}`]
  }
  if (state !== 'paid')
    return [`${payment_ref} is paid, but order ${reference} is ${state}${quarantine ? ` (${quarantine})` : ''}`]
  const total = order.amount_micros + order.tax_micros
  if (listed.total_micros === total) return []
  return [`${payment_ref} is ${formatMicros(listed.total_micros)}, but order ${reference} is ${formatMicros(total)}`]
}

/** Differences between the refunds and disputes of both sides; a refund in progress has no id at the processor yet. */
function reversalDifferences(
  { reference }: OrderRow,
  known: ReversalRow[],
  snapshot: PaymentSnapshot | undefined,
): string[] {
  const refunds = (snapshot?.refunds ?? []).map(({ ref, state }) => ({ kind: 'refund', ref, state }))
  const disputes = (snapshot?.disputes ?? []).map(({ ref, state }) => ({
    kind: 'dispute',
    ref,
    state: DISPUTE_STATES[state],
  }))
  const there = [...refunds, ...disputes]
  const unknown = there.flatMap(({ kind, ref, state }) => {
    const row = known.find(({ reversal_ref }) => reversal_ref === ref)
    if (!row) return state === 'failed' ? [] : [`${kind} ${ref} of order ${reference} is not booked here`]
    return row.state === state ? [] : [`${kind} ${ref} of order ${reference} is ${state}, but ${row.state} here`]
  })
  const alone = known.filter(
    ({ reversal_ref, state }) =>
      reversal_ref !== null && state !== 'failed' && there.every(({ ref }) => ref !== reversal_ref),
  )
  return [
    ...unknown,
    ...alone.map(
      ({ kind, reversal_ref }) =>
        `${kind} ${reversal_ref} of order ${reference} is booked here, but not in the processor’s list`,
    ),
  ]
}
