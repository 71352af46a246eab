import { sql } from 'kysely'
import type { Db } from '#db/db.ts'

export interface StoredRow {
  login_id: number
  day: string
  param_bytes: number
  free_rows: number
  answer_bytes: number
}

/** Adds to the totals of these days, and returns those of all processes together. */
export async function addStored(db: Db, rows: StoredRow[]): Promise<StoredRow[]> {
  const { rows: totals } = await sql<StoredRow>`
    insert into usage_kept as k (login_id, day, param_bytes, free_rows, answer_bytes)
      select login_id, day, param_bytes, free_rows, answer_bytes
        from json_to_recordset(${JSON.stringify(rows)}::json)
          as r (login_id integer, day date, param_bytes bigint, free_rows bigint, answer_bytes bigint)
        order by login_id, day
      on conflict (login_id, day) do update set
        param_bytes = k.param_bytes + excluded.param_bytes, free_rows = k.free_rows + excluded.free_rows,
        answer_bytes = k.answer_bytes + excluded.answer_bytes
      returning login_id, day, param_bytes, free_rows, answer_bytes`.execute(db)
  return totals
}

export async function deleteStored(db: Db, before: Date): Promise<void> {
  await sql`delete from usage_kept where day < utc_day(${before}::timestamptz)`.execute(db)
}
