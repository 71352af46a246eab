import type { PaymentMethod, PaymentOrder } from '@portico/contract/payments.ts'
import type { RequestCtx } from '#ctx/ctx.ts'
import type { MethodRow } from './method-store.ts'
import type { PagedOrder } from './paged-order-store.ts'

/** Orders as shown to their customer, with the data of other modules. */
export async function showOrders(ctx: RequestCtx, rows: PagedOrder[]): Promise<PaymentOrder[]> {
  const ids = rows.map(({ id }) => id)
  const documents = new Map<string, PaymentOrder['documents']>()
  const promos = new Map<string, number>()
  const databases = new Map<string, PaymentOrder['database']>()
  for (const { documentsOf, promoOfOrders, databaseOfOrders } of ids.length > 0 ? ctx.payments.listeners : []) {
    for (const [id, made] of (await documentsOf?.(ctx, ids)) ?? []) documents.set(id, made)
    for (const [id, micros] of (await promoOfOrders?.(ctx, ids)) ?? []) promos.set(id, micros)
    for (const [id, wanted] of (await databaseOfOrders?.(ctx, ids)) ?? []) databases.set(id, wanted)
  }
  return rows.map((row) => ({
    id: row.id,
    reference: row.reference,
    login: row.login,
    processor: row.processor,
    purpose: row.purpose,
    product: row.product,
    amount_micros: row.amount_micros,
    tax_micros: row.tax_micros,
    promo_micros: promos.get(row.id) ?? 0,
    refunded_micros: row.refunded_micros,
    status: row.status,
    failure: row.failure,
    method_label: row.method_label,
    pay_url: row.state === 'open' ? row.checkout_url : null,
    return_to: row.return_to,
    created_at: row.created_at.toISOString(),
    paid_at: row.paid_at?.toISOString() ?? null,
    documents: documents.get(row.id) ?? [],
    database: databases.get(row.id) ?? null,
  }))
}

/** Brand, last four digits and expiry: nothing else of a card is known here. */
export function showMethod({ created_at, ...row }: MethodRow): PaymentMethod {
  const { id, processor, brand, last4, exp_month, exp_year, is_default, is_backup } = row
  const shown = { id, processor, brand, last4, exp_month, exp_year, is_default, is_backup }
  return { ...shown, created_at: created_at.toISOString() }
}
