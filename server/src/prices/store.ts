import { sql } from 'kysely'
import type { Db } from '#db/db.ts'

/** One applied version; rows are never changed but for `withdrawn_at`, and that only before it takes effect. */
export interface VersionRow {
  id: number
  /** Null: for all accounts. */
  owner_id: number | null
  version: string
  valid_from: Date
  /** As written; null: from here on the account pays the common prices. */
  book: string | null
  applied_at: Date
  actor: string
  withdrawn_at: Date | null
}

type Head = Omit<VersionRow, 'book'>

/** All versions without their texts, and the time of the database. */
export async function readHeads(db: Db): Promise<{ now_ms: number; heads: Head[] }> {
  const { rows } = await sql<Head & { now_ms: number }>`
    select (extract(epoch from clock_timestamp()) * 1000)::float8 as now_ms, p.id, p.owner_id, p.version, p.valid_from, p.applied_at,
        p.actor, p.withdrawn_at
      from (select) as one left join price_versions p on true order by p.valid_from, p.id`.execute(db)
  const now_ms = rows[0]?.now_ms ?? 0
  return { now_ms, heads: rows.filter(({ id }) => id !== null) }
}

export async function booksOf(db: Db, ids: number[]): Promise<Map<number, string | null>> {
  if (ids.length === 0) return new Map()
  const rows = await db.selectFrom('price_versions').select(['id', 'book']).where('id', 'in', ids).execute()
  return new Map(rows.map(({ id, book }) => [id, book]))
}

/** Until the end of the transaction no other process applies or withdraws prices. */
export async function lockVersions(db: Db): Promise<Date> {
  await sql`select pg_advisory_xact_lock(7078452066)`.execute(db)
  const { rows } = await sql<{ now: Date }>`select clock_timestamp() as now`.execute(db)
  const [row] = rows
  if (!row) throw new Error('database returned no time')
  return row.now
}

export function versionsOf(db: Db, owner_id: number | null): Promise<VersionRow[]> {
  return db
    .selectFrom('price_versions')
    .selectAll()
    .where('owner_id', 'is not distinct from', owner_id)
    .orderBy('valid_from')
    .orderBy('id')
    .execute()
}

/** Versions of single accounts that were not withdrawn, in the order of their effect. */
export function ownVersions(db: Db): Promise<VersionRow[]> {
  return db
    .selectFrom('price_versions')
    .selectAll()
    .where('owner_id', 'is not', null)
    .where('withdrawn_at', 'is', null)
    .orderBy('valid_from')
    .orderBy('id')
    .execute()
}

/** A version of the common prices by its name; without one, the newest in force. */
export async function commonBook(db: Db, version: string | undefined): Promise<VersionRow | undefined> {
  const rows = db.selectFrom('price_versions').selectAll().where('owner_id', 'is', null)
  const wanted =
    version === undefined
      ? rows.where('withdrawn_at', 'is', null).where('valid_from', '<=', sql<Date>`clock_timestamp()`)
      : rows.where('version', '=', version)
  return wanted.orderBy('valid_from', 'desc').orderBy('id', 'desc').executeTakeFirst()
}

export async function insertVersion(db: Db, row: Omit<VersionRow, 'id' | 'withdrawn_at'>): Promise<number> {
  const { id } = await db.insertInto('price_versions').values(row).returning('id').executeTakeFirstOrThrow()
  return id
}

export async function markWithdrawn(db: Db, id: number, at: Date): Promise<void> {
  await db.updateTable('price_versions').set({ withdrawn_at: at }).where('id', '=', id).execute()
}
