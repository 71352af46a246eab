import { type Selectable, sql } from 'kysely'
import { claimFirst } from '#db/claim-store.ts'
import type { Db } from '#db/db.ts'
import type { Tables } from '#db/tables.ts'

export type ExportRow = Selectable<Tables['data_exports']>

export function newestExport(db: Db, user_id: number, owner_id: number): Promise<ExportRow | undefined> {
  return db
    .selectFrom('data_exports')
    .selectAll()
    .where('user_id', '=', user_id)
    .where('owner_id', '=', owner_id)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
}

export function findExport(db: Db, user_id: number, id: string): Promise<ExportRow | undefined> {
  return db
    .selectFrom('data_exports')
    .selectAll()
    .where('id', '=', id)
    .where('user_id', '=', user_id)
    .executeTakeFirst()
}

/** False where one is already being prepared: of two concurrent requests one wins. */
export async function insertExport(
  db: Db,
  row: Pick<ExportRow, 'id' | 'user_id' | 'owner_id' | 'scope' | 'created_at'>,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('data_exports')
    .values(row)
    .onConflict((on) => on.doNothing())
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows === 1n
}

/** Claims the one that waits longest and counts the try; no other process takes it before `until`. */
export function claimExport(db: Db, now: Date, until: Date): Promise<ExportRow | undefined> {
  const waits = sql<boolean>`state = 'preparing'`
  const work = { table: 'data_exports', due: 'claimed_until', waits, first: 'created_at' } as const
  return claimFirst<ExportRow>(db, work, { now, until })
}

export async function extendExportClaim(db: Db, id: string, until: Date): Promise<void> {
  await db.updateTable('data_exports').set({ claimed_until: until }).where('id', '=', id).execute()
}

export async function releaseExport(db: Db, id: string, again_at: Date): Promise<void> {
  await db
    .updateTable('data_exports')
    .set({ claimed_until: again_at })
    .where('id', '=', id)
    .where('state', '=', 'preparing')
    .execute()
}

export async function endExport(
  db: Db,
  id: string,
  end: { state: 'failed' } | { state: 'ready'; ready_at: Date; expires_at: Date; bytes: number },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('data_exports')
    .set({ ...end, claimed_until: null })
    .where('id', '=', id)
    .where('state', '=', 'preparing')
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}

/** Deletes archives that can no longer be downloaded, and those that failed long ago. */
export async function deleteExpired(db: Db, now: Date, failed_before: Date): Promise<void> {
  await sql`delete from data_exports
    where (state = 'ready' and expires_at <= ${now}) or (state = 'failed' and created_at <= ${failed_before})`.execute(
    db,
  )
}

export async function exportIds(db: Db): Promise<Set<string>> {
  const rows = await db.selectFrom('data_exports').select('id').where('state', '!=', 'failed').execute()
  return new Set(rows.map(({ id }) => id))
}

/** Archives the user requested, and those others requested about the account. */
export async function idsOfAccount(db: Db, owner_id: number): Promise<string[]> {
  const rows = await db
    .selectFrom('data_exports')
    .select('id')
    .where((is) => is.or([is('owner_id', '=', owner_id), is('user_id', '=', owner_id)]))
    .execute()
  return rows.map(({ id }) => id)
}
