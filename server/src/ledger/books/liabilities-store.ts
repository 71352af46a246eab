import { sql } from 'kysely'
import type { Db } from '#db/db.ts'
import type { WorldAccount } from '../store.ts'

export interface Liabilities {
  owed_micros: number
  owed_count: number
  overdrawn_micros: number
  overdrawn_count: number
  held_micros: number
  /** Our side of every transaction since the beginning. */
  world: Partial<Record<WorldAccount, number>>
}

/** Balances of customers against the accounts of the other side; all of them together are nothing. */
export async function readLiabilities(db: Db): Promise<Liabilities> {
  const { rows } = await sql<Liabilities>`
    select coalesce(sum(balance_micros) filter (where api_login_id is not null and balance_micros > 0), 0)::bigint as owed_micros,
        count(*) filter (where api_login_id is not null and balance_micros > 0)::integer as owed_count,
        coalesce(sum(balance_micros) filter (where api_login_id is not null and balance_micros < 0), 0)::bigint as overdrawn_micros,
        count(*) filter (where api_login_id is not null and balance_micros < 0)::integer as overdrawn_count,
        coalesce(sum(held_micros), 0)::bigint as held_micros,
        coalesce(jsonb_object_agg(name, balance_micros) filter (where api_login_id is null), '{}') as world
      from ledger_accounts`.execute(db)
  const [row] = rows
  if (!row) throw new Error('an aggregate has a row')
  return row
}

/** What refunds of payments took back of the bonus of a promo code, and gave again, by the reference of the payment. */
export async function promoReturns(db: Db): Promise<Map<string, number>> {
  const { rows } = await sql<{ reference: string; micros: number }>`
    select split_part(t.memo, ', ', 2) as reference, -sum(e.amount_micros)::bigint as micros
      from ledger_transactions t join ledger_entries e on e.transaction_id = t.id
      join ledger_accounts a on a.id = e.account_id and a.api_login_id is not null
      where t.kind <> 'usage' and t.kind = 'promo' and t.memo like any (array['taken back, %', 'given back, %'])
      group by 1`.execute(db)
  return new Map(rows.map(({ reference, micros }) => [reference, micros]))
}
