import { sql } from 'kysely'
import type { Db } from '#db/db.ts'
import { texts } from './books-store.ts'

/** A refund of a payment; what a task gives back comes from elsewhere. */
export const FROM_PAYMENTS = sql<boolean>`exists (select from ledger_entries w join ledger_accounts wa on wa.id = w.account_id
  where w.transaction_id = t.id and wa.name = 'world:payments')`

/** Login by login: paid orders less what went back are the entries of payments, and fees of disputes are the entries of fees. */
export function paymentFaults(db: Db): Promise<string[]> {
  return texts(
    db,
    sql`
    with paid as (
      select login_id, sum(amount_micros) as micros from payment_orders where state = 'paid' group by 1
    ),
    back as (
      select o.login_id, sum(r.amount_micros) filter (where r.state not in ('failed', 'won')) as micros, sum(r.fee_micros) as fees
        from payment_reversals r join payment_orders o on o.id = r.order_id group by 1
    ),
    booked as (
      select a.api_login_id as login_id,
          sum(e.amount_micros) filter (where t.kind in ('payment', 'dispute', 'dispute_won') or (t.kind = 'refund' and ${FROM_PAYMENTS})) as micros,
          -sum(e.amount_micros) filter (where t.kind = 'dispute_fee') as fees
        from ledger_transactions t join ledger_entries e on e.transaction_id = t.id
        join ledger_accounts a on a.id = e.account_id and a.api_login_id is not null
        where t.kind in ('payment', 'refund', 'dispute', 'dispute_won', 'dispute_fee') group by 1
    )
    select format('login %s: orders say %s was paid and kept, fees %s; the ledger says %s, fees %s', login_id,
        coalesce(paid.micros, 0) - coalesce(back.micros, 0), coalesce(back.fees, 0), coalesce(booked.micros, 0), coalesce(booked.fees, 0)) as text
      from paid full join back using (login_id) full join booked using (login_id)
      where (coalesce(paid.micros, 0) - coalesce(back.micros, 0), coalesce(back.fees, 0))
        is distinct from (coalesce(booked.micros, 0), coalesce(booked.fees, 0))`,
  )
}
