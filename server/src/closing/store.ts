import { type Selectable, sql } from 'kysely'
import type { Db } from '#db/db.ts'
import type { Tables } from '#db/tables.ts'

export type ClosingRow = Selectable<Tables['account_closings']>

export async function closesAt(db: Db, owner_id: number): Promise<Date | null> {
  const { rows } = await sql<{ at: Date | null }>`select account_closes_at(${owner_id}::integer) as at`.execute(db)
  return rows[0]?.at ?? null
}

/** False where another owner was first. */
export async function insertClosing(
  db: Db,
  row: Pick<ClosingRow, 'owner_id' | 'asked_by' | 'asked_at' | 'closes_at' | 'reason' | 'note'>,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('account_closings')
    .values(row)
    .onConflict((on) => on.doNothing())
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows === 1n
}

/** Only before the end: erased data cannot be restored. */
export async function deleteClosing(db: Db, owner_id: number): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('account_closings')
    .where('owner_id', '=', owner_id)
    .where('told_at', 'is', null)
    .executeTakeFirstOrThrow()
  return numDeletedRows === 1n
}

export function closingsToRemind(db: Db, before: Date): Promise<ClosingRow[]> {
  return db
    .selectFrom('account_closings')
    .selectAll()
    .where('reminded_at', 'is', null)
    .where('told_at', 'is', null)
    .where('closes_at', '<=', before)
    .execute()
}

export function closingsDue(db: Db, now: Date): Promise<ClosingRow[]> {
  return db
    .selectFrom('account_closings')
    .selectAll()
    .where('erased_at', 'is', null)
    .where('closes_at', '<=', now)
    .orderBy('closes_at')
    .execute()
}

/** No other worker processes it, and no owner cancels it, until the end of the transaction. */
export function lockClosing(db: Db, owner_id: number): Promise<ClosingRow | undefined> {
  return db.selectFrom('account_closings').selectAll().where('owner_id', '=', owner_id).forUpdate().executeTakeFirst()
}

export async function markClosing(
  db: Db,
  owner_id: number,
  change: { reminded_at: Date } | { told_at: Date } | { erased_at: Date; note: '' },
): Promise<void> {
  await db.updateTable('account_closings').set(change).where('owner_id', '=', owner_id).execute()
}

/** Counts of what is deleted with an account, for the confirmation. */
export async function whatGoes(db: Db, owner_id: number, now: Date) {
  const { rows } = await sql<{
    balance_micros: number
    database_updates: number
    members: number
    other_teams: number
    subscriptions: { product: string; until: string }[]
  }>`
    select
      (select coalesce(sum(a.balance_micros), 0)::bigint from ledger_accounts a
        where a.api_login_id in (select l.id from api_logins l where l.owner_id = ${owner_id})) as balance_micros,
      (select count(*)::integer from database_purchases p where p.owner_id = ${owner_id} and p.updates_until > ${now}) as database_updates,
      (select count(*)::integer from team_members m where m.owner_id = ${owner_id} and m.user_id <> ${owner_id}) as members,
      (select count(*)::integer from team_members m where m.user_id = ${owner_id} and m.owner_id <> ${owner_id}) as other_teams,
      coalesce((select jsonb_agg(jsonb_build_object('product', s.product, 'until', s.period_end) order by s.product)
        from subscriptions s where s.owner_id = ${owner_id} and s.state in ('active', 'past_due')), '[]') as subscriptions`.execute(
    db,
  )
  const found = rows[0]
  if (!found) throw new Error('the summary of an account to close has no row')
  return found
}
