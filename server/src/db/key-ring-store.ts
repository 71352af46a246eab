import { sql } from 'kysely'
import type { Db } from './db.ts'
import { inTx } from './tx.ts'

export interface RingRow {
  id: string
  sealed: Buffer
  made_at: Date
}

/** One process at a time: two that start together must not make two keys. */
export function withRing<T>(db: Db, work: (tx: Db, rows: RingRow[]) => Promise<T>): Promise<T> {
  return inTx(db, async (tx) => {
    await sql`lock table key_ring in share row exclusive mode`.execute(tx)
    return work(tx, await tx.selectFrom('key_ring').select(['id', 'sealed', 'made_at']).execute())
  })
}

export async function insertRing(db: Db, row: Omit<RingRow, 'made_at'>): Promise<void> {
  await db.insertInto('key_ring').values(row).execute()
}

export async function deleteRing(db: Db, ids: string[]): Promise<void> {
  await db.deleteFrom('key_ring').where('id', 'in', ids).execute()
}

/** True where something may be sealed already. */
export async function hasUsers(db: Db): Promise<boolean> {
  const { rows } = await sql<{ yes: boolean }>`select exists (select from users) as yes`.execute(db)
  return rows[0]?.yes ?? false
}
