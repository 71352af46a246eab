import type { Db } from '#db/db.ts'

export async function readIds(db: Db, user_id: number): Promise<string[]> {
  const rows = await db.selectFrom('update_reads').select('update_id').where('user_id', '=', user_id).execute()
  return rows.map((row) => row.update_id)
}

export async function rememberRead(db: Db, user_id: number, ids: string[], read_at: Date): Promise<void> {
  if (ids.length === 0) return
  await db
    .insertInto('update_reads')
    .values(ids.map((update_id) => ({ user_id, update_id, read_at })))
    .onConflict((on) => on.doNothing())
    .execute()
}
