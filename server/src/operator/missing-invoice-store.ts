import { sql } from 'kysely'
import type { Db } from '#db/db.ts'

/** Orders paid since a moment that have no invoice, which is written in the transaction that makes them paid. */
export async function ordersWithoutInvoice(db: Db, since: Date, limit: number) {
  const { rows } = await sql<{ reference: string; owner_id: number; at: Date; total: number }>`
    select o.reference, o.owner_id, o.paid_at as at, count(*) over ()::integer as total
      from payment_orders o
      where o.state = 'paid' and o.paid_at >= ${since}
        and not exists (select from billing_documents d where d.order_id = o.id and d.kind = 'invoice' and d.reversal_id is null)
      order by o.paid_at, o.id limit ${limit}`.execute(db)
  return rows
}
