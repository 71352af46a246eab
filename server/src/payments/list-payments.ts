import type { Ctx } from '#ctx/ctx.ts'
import { nextCursor } from '#http/read-cursor.ts'
import { comparisonState } from './comparison-state.ts'
import { stuckEvents } from './event-store.ts'
import { orderByReference } from './order-store.ts'
import { type PagedOrder, pagedOrder, pageOfOrders } from './paged-order-store.ts'
import { claimOf } from './reversal-parts.ts'
import { reversalsOf } from './reversal-store.ts'

/** Payments of an account, or of all, newest first, for the operator; and messages that could not be handled. */
export async function listPayments(
  ctx: Pick<Ctx, 'db'>,
  { owner_id, limit, ...filter }: { owner_id: number | undefined } & Parameters<typeof pageOfOrders>[2],
) {
  const rows = await pageOfOrders(ctx.db, owner_id, { ...filter, limit: limit + 1 })
  const stuck = await stuckEvents(ctx.db, 100)
  return {
    payments: rows.slice(0, limit).map((row) => ({ ...show(row), customer_id: row.owner_id })),
    next: nextCursor(rows, limit, (row) => row.created_at),
    comparison: await comparisonState(ctx),
    stuck: stuck.map(({ event_id, type, tries, error }) => ({ event_id, type, tries, error })),
  }
}

export async function showPayment(ctx: Pick<Ctx, 'db'>, reference: string) {
  const found = await orderByReference(ctx.db, reference)
  const order = found && (await pagedOrder(ctx.db, found.owner_id, found.id))
  if (!order) return undefined
  const { id, method_label, failure, payment_ref, checkout_ref } = order
  const reversals = (await reversalsOf(ctx.db, id)).map(({ created_at, ...row }) => ({
    ...row,
    total_micros: claimOf(row),
    created_at: created_at.toISOString(),
  }))
  return { ...show(order), id, method_label, failure, payment_ref, checkout_ref, reversals }
}

function show(order: PagedOrder) {
  const { reference, login, processor, purpose, status, amount_micros, tax_micros, refunded_micros, quarantine } = order
  return {
    reference,
    login,
    processor,
    purpose,
    status,
    amount_micros,
    tax_micros,
    refunded_micros,
    quarantine,
    created_at: order.created_at.toISOString(),
    paid_at: order.paid_at?.toISOString() ?? null,
  }
}
