import type { BudgetLine } from '@portico/contract/alert-kinds.ts'
import { MINUTE_MS } from '@portico/contract/time.ts'
import { sql } from 'kysely'
import type { Db } from '#db/db.ts'
import type { PassedLine } from './passed-lines.ts'

export interface BudgetRow {
  id: number
  owner_id: number
  login_id: number | null
  tag: string | null
  soft_micros: number | null
  hard_micros: number | null
  created_at: Date
  changed_at: Date
  checked_at: Date
}
/** A call counts in the minute it began and is booked when it ends, so much later at most. */
export const LATEST_BOOKING_MS = 15 * MINUTE_MS
const TIMES = ['created_at', 'changed_at', 'checked_at'] as const
const COLUMNS = ['id', 'owner_id', 'login_id', 'tag', 'soft_micros', 'hard_micros', ...TIMES] as const

/** Of the account first, then of logins and tags in the order they were added. */
export function budgetsOf(db: Db, owner_id: number): Promise<BudgetRow[]> {
  return db
    .selectFrom('budgets')
    .select(COLUMNS)
    .where('owner_id', '=', owner_id)
    .orderBy(sql`login_id is not null or tag is not null`)
    .orderBy('id')
    .execute()
}

export async function insertBudget(
  db: Db,
  row: Omit<BudgetRow, 'id' | (typeof TIMES)[number]>,
  now: Date,
): Promise<void> {
  const times = { created_at: now, changed_at: now, checked_at: now }
  await db
    .insertInto('budgets')
    .values({ ...row, ...times })
    .execute()
}

export async function updateLines(
  db: Db,
  id: number,
  lines: Pick<BudgetRow, 'soft_micros' | 'hard_micros'>,
  changed_at: Date,
): Promise<void> {
  await db
    .updateTable('budgets')
    .set({ ...lines, changed_at })
    .where('id', '=', id)
    .execute()
}

export async function deleteBudget(db: Db, id: number): Promise<void> {
  await db.deleteFrom('budgets').where('id', '=', id).execute()
}

/**
 * Budgets whose lines changed, whose account called, or whose month ended since they were last checked. */
export async function budgetsToCheck(db: Db, seen_before: Date, month: Date): Promise<BudgetRow[]> {
  const { rows } = await sql<BudgetRow>`
    select ${sql.join(COLUMNS.map((name) => sql.ref(`b.${name}`)))} from budgets b
      where b.changed_at >= b.checked_at or b.checked_at < ${month} or b.checked_at <= ${seen_before} and exists (
        select from api_logins l join usage_minutes m on m.login_id = l.id
          where l.owner_id = b.owner_id and m.minute >= b.checked_at - ${LATEST_BOOKING_MS} * interval '1 millisecond')
      order by b.id`.execute(db)
  return rows
}

export async function putChecked(db: Db, id: number, checked_at: Date): Promise<void> {
  // Only forwards: another process may have checked it later.
  await sql`update budgets set checked_at = greatest(checked_at, ${checked_at}::timestamptz) where id = ${id}`.execute(
    db,
  )
}

/** Records lines as reported and returns those that were not: of two processes at once one gets them. */
export async function putReported(
  db: Db,
  budget_id: number,
  month: string,
  passed: PassedLine[],
  sent_at: Date,
): Promise<BudgetLine[]> {
  if (passed.length === 0) return []
  const rows = await db
    .insertInto('budget_alerts')
    .values(passed.map((line) => ({ budget_id, month, ...line, sent_at })))
    .onConflict((on) => on.doNothing())
    .returning('line')
    .execute()
  return rows.map(({ line }) => line)
}

/** Tag budgets of which calls may be uncounted that began before the budget did. */
export async function budgetsToRecount(db: Db, created_before: Date): Promise<(BudgetRow & { tag: string })[]> {
  const rows = await db
    .selectFrom('budgets')
    .select(COLUMNS)
    .where('tag', 'is not', null)
    .where('recounted_at', 'is', null)
    .where('created_at', '<', created_before)
    .execute()
  return rows.flatMap((row) => (row.tag === null ? [] : [{ ...row, tag: row.tag }]))
}

export async function putRecounted(db: Db, id: number, recounted_at: Date): Promise<void> {
  await db.updateTable('budgets').set({ recounted_at }).where('id', '=', id).execute()
}

export async function deleteReported(db: Db, before: string): Promise<void> {
  await db.deleteFrom('budget_alerts').where('month', '<', before).execute()
}
