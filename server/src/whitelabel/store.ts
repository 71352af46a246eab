import type { Db } from '#db/db.ts'
import type { HostBrand } from './brand-file.ts'

export interface HostRow {
  id: number
  host: string
  parent_id: number
  brand: HostBrand
}

export function listHosts(db: Db): Promise<HostRow[]> {
  return db.selectFrom('whitelabels').select(['id', 'host', 'parent_id', 'brand']).orderBy('host').execute()
}

/** Without an id of its own a new host gets the next free one; a known host keeps the one it has. */
export async function upsertHost(
  db: Db,
  row: Omit<HostRow, 'id'> & { created_at: Date },
  id: number | undefined,
): Promise<number> {
  const { parent_id } = row
  const brand = JSON.stringify(row.brand)
  const made = await db
    .insertInto('whitelabels')
    .values({ ...row, brand, ...(id !== undefined && { id }) })
    .onConflict((on) => on.column('host').doUpdateSet({ parent_id, brand }))
    .returning('id')
    .executeTakeFirstOrThrow()
  return made.id
}

export async function deleteHost(db: Db, host: string): Promise<boolean> {
  const result = await db.deleteFrom('whitelabels').where('host', '=', host).executeTakeFirst()
  return result.numDeletedRows === 1n
}
