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

/** Accounts of customers that were opened between two moments, confirmed or not; staff are none. */
export async function accountsSince(db: Db, from: Date, until: Date): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from users where created_at >= ${from} and created_at <= ${until} and not is_staff`.execute(
    db,
  )
  return rows[0]?.count ?? 0
}
