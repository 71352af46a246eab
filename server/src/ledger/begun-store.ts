import type { Volume } from '@portico/contract/price-rates.ts'
import { sql } from 'kysely'
import type { Db } from '#db/db.ts'
import { safeJson } from '#db/safe-json.ts'
import type { SettleRow } from './meter-store.ts'

/** What has been passed on of an answer so far. */
export interface Progress {
  id: string
  cost_micros: number
  results: number
  time_ms: number
  /** Units of the month, where the price depends on it. */
  used?: Volume
}

export type BegunRow = SettleRow & { used?: Volume }

export async function insertBegun(db: Db, row: BegunRow): Promise<void> {
  await sql`/* begin_call */
    insert into ledger_begun_calls (id, settle) values (${row.id}::uuid, ${safeJson(row)}::jsonb)`.execute(db)
}

export async function updateBegun(db: Db, progress: Progress[]): Promise<void> {
  await sql`/* progress_of_calls */
    update ledger_begun_calls b
      set settle = b.settle || jsonb_strip_nulls(
        jsonb_build_object('cost_micros', p.cost_micros, 'results', p.results, 'time_ms', p.time_ms, 'used', p.used))
      from json_to_recordset(${JSON.stringify(progress)}::json) as p (id uuid, cost_micros bigint, results integer, time_ms integer, used jsonb)
      where b.id = p.id`.execute(db)
}

export async function begunCalls(db: Db, ids: string[]): Promise<BegunRow[]> {
  const { rows } = await sql<{ settle: BegunRow }>`
    select settle from ledger_begun_calls where id = any (${ids}::uuid[])`.execute(db)
  return rows.map(({ settle }) => settle)
}

export async function deleteBegun(db: Db, ids: string[]): Promise<void> {
  await sql`delete from ledger_begun_calls where id = any (${ids}::uuid[])`.execute(db)
}

/** Removes rows whose calls were booked by a process that died before it removed them. */
export async function deleteBooked(db: Db): Promise<void> {
  await sql`
    delete from ledger_begun_calls b where not exists (select from ledger_holds h where h.id = b.id)`.execute(db)
}
