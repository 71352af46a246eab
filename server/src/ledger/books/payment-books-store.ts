import { sql } from 'kysely'
import type { Db } from '#db/db.ts'
import { texts } from './books-store.ts'

/** Refunds of a payment; refunds of tasks are booked elsewhere. */
export const FROM_PAYMENTS = sql<boolean>`exists (select from ledger_entries w join ledger_accounts wa on wa.id = w.account_id
  where w.transaction_id = t.id and wa.name = 'world:payments')`

/** The payments in the ledger by login and order; `paid` and `back` are the amounts of orders and their reversals. */
const BOOKED = sql`
    booked as materialized (
      select a.api_login_id as login_id, t.memo as reference,
          coalesce(sum(e.amount_micros) filter (where t.kind <> 'dispute_fee'), 0) as micros,
          coalesce(-sum(e.amount_micros) filter (where t.kind in ('refund', 'dispute', 'dispute_won')), 0) as back,
          coalesce(-sum(e.amount_micros) filter (where t.kind = 'dispute_fee'), 0) as fees
        from ledger_transactions t join ledger_entries e on e.transaction_id = t.id
        join ledger_accounts a on a.id = e.account_id and a.api_login_id is not null
        where t.kind in ('payment', 'dispute', 'dispute_won', 'dispute_fee') or (t.kind = 'refund' and ${FROM_PAYMENTS})
        group by 1, 2
    ),
    reversed as materialized (
      select o.login_id, o.reference, o.amount_micros, o.tax_micros, sum(r.fee_micros) as fees,
          coalesce(sum(r.amount_micros + r.excess_micros) filter (where r.state not in ('failed', 'won')), 0) as micros,
          coalesce(sum(r.amount_micros) filter (where r.state not in ('failed', 'won')), 0) as amount,
          coalesce(sum(r.tax_micros) filter (where r.state not in ('failed', 'won')), 0) as tax,
          coalesce(sum(coalesce(r.total_micros, r.amount_micros + r.tax_micros)) filter (where r.state not in ('failed', 'won')), 0) as claimed
        from payment_reversals r join payment_orders o on o.id = r.order_id group by o.id
    )`

/**
 * Login by login: paid orders less reversals equal the entries of payments, and dispute fees equal the entries of fees. Order by
 * order: the refunds and disputes of the processor equal what was booked plus the tax returned.
 */
export function paymentFaults(db: Db): Promise<string[]> {
  return texts(
    db,
    sql`
    with ${BOOKED},
    paid as (
      select login_id, sum(amount_micros) as micros from payment_orders where state = 'paid' group by 1
    ),
    back as (select login_id, sum(micros) as micros, sum(fees) as fees from reversed group by 1),
    ledger as (select login_id, sum(micros) as micros, sum(fees) as fees from booked group by 1)
    select format('login %s: orders have %s paid, fees %s; the ledger has %s, fees %s', login_id,
        coalesce(paid.micros, 0) - coalesce(back.micros, 0), coalesce(back.fees, 0), coalesce(ledger.micros, 0), coalesce(ledger.fees, 0)) as text
      from paid full join back using (login_id) full join ledger using (login_id)
      where (coalesce(paid.micros, 0) - coalesce(back.micros, 0), coalesce(back.fees, 0))
        is distinct from (coalesce(ledger.micros, 0), coalesce(ledger.fees, 0))
    union all
    select format('payment %s: the processor has %s refunded or disputed; booked are %s and %s of tax', reference,
        coalesce(claimed, 0), coalesce(booked.back, 0), coalesce(tax, 0))
      from reversed full join booked using (login_id, reference)
      where coalesce(claimed, 0) <> coalesce(booked.back, 0) + coalesce(tax, 0)
    union all
    select format('payment %s: %s and %s of tax went back of %s and %s of tax', reference, amount, tax, amount_micros, tax_micros)
      from reversed where amount > amount_micros or tax > tax_micros`,
  )
}
