import { sql } from 'kysely'
import type { Db } from '#db/db.ts'
import type { WorldAccount } from '../store.ts'

interface Liabilities {
  owed_micros: number
  owed_count: number
  overdrawn_micros: number
  overdrawn_count: number
  held_micros: number
  /** What calls took from balances since the beginning, after refunds; negative. */
  usage_micros: number
  /** What other accounts of ours gave to balances since the beginning. */
  given: Partial<Record<Exclude<WorldAccount, 'world:usage'>, number>>
}

/** Balances of customers, and what made them: calls by the sums of days, everything else by the ledger. */
export async function readLiabilities(db: Db): Promise<Liabilities> {
  const { rows } = await sql<Liabilities>`
    select coalesce(sum(balance_micros) filter (where balance_micros > 0), 0)::bigint as owed_micros,
        count(*) filter (where balance_micros > 0)::integer as owed_count,
        coalesce(sum(balance_micros) filter (where balance_micros < 0), 0)::bigint as overdrawn_micros,
        count(*) filter (where balance_micros < 0)::integer as overdrawn_count,
        coalesce(sum(held_micros), 0)::bigint as held_micros,
        (select -coalesce(sum(spent_micros), 0)::bigint from spend_days where scope = '') as usage_micros,
        (
          select coalesce(jsonb_object_agg(w.name, w.micros), '{}') from (
            select a.name, -sum(e.amount_micros)::bigint as micros
              from ledger_transactions t join ledger_entries e on e.transaction_id = t.id
              join ledger_accounts a on a.id = e.account_id and a.api_login_id is null
              where t.kind <> 'usage' and a.name <> 'world:usage' group by 1
          ) w
        ) as given
      from ledger_accounts where api_login_id is not null`.execute(db)
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
