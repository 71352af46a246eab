import type { Db } from '#db/db.ts'
import { type HostBrand, hostBrand } from './brand-file.ts'

export interface HostRow {
  id: number
  host: string
  parent_id: number
  brand: HostBrand
}

/** Rows of an older version have fewer fields. */
const NOTHING_SET = hostBrand.parse({ title: '-' })

export async function listHosts(db: Db): Promise<HostRow[]> {
  const rows = await db.selectFrom('whitelabels').select(['id', 'host', 'parent_id', 'brand']).orderBy('host').execute()
  return rows.map((row) => ({ ...row, brand: { ...NOTHING_SET, ...row.brand } }))
}

/** A new host without an id gets the next free one; a known host keeps its id. */
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
