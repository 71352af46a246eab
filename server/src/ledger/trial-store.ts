import { sql } from 'kysely'
import type { Db } from '#db/db.ts'
import { OF_CUSTOMERS } from './store.ts'

/** The trial credit of an account (given by the system), and whether any other money ever came in. */
export async function trialCredit(db: Db, account_id: number): Promise<{ trial_micros: number; has_more: boolean }> {
  const { rows } = await sql<{ trial_micros: number; has_more: boolean }>`
    select coalesce(sum(amount_micros) filter (where is_trial), 0)::bigint as trial_micros,
        coalesce(bool_or(not is_trial), false) as has_more
      from (
        select e.amount_micros, t.kind = 'gift' and t.actor = 'system' as is_trial
          from ledger_entries e join ledger_transactions t on t.id = e.transaction_id
          where e.account_id = ${account_id} and ${OF_CUSTOMERS} and e.amount_micros > 0 and t.kind in ('gift', 'payment', 'transfer', 'promo')
      ) credits`.execute(db)
  return rows[0] ?? { trial_micros: 0, has_more: false }
}

/** Whether any money but trial credit ever came in; the first such entry answers, however many calls came after it. */
export async function isFunded(db: Db, account_id: number): Promise<boolean> {
  const { rows } = await sql<{ is_funded: boolean }>`
    select exists (
      select from ledger_entries e join ledger_transactions t on t.id = e.transaction_id
        where e.account_id = ${account_id} and ${OF_CUSTOMERS} and e.amount_micros > 0
          and t.kind in ('gift', 'payment', 'transfer', 'promo') and (t.kind <> 'gift' or t.actor <> 'system')
    ) as is_funded`.execute(db)
  return rows[0]?.is_funded ?? false
}
