import type { FileFormat } from '@portico/contract/databases.ts'
import { type Selectable, sql } from 'kysely'
import { claimFirst } from '#db/claim-store.ts'
import type { Db } from '#db/db.ts'
import type { Tables } from '#db/tables.ts'

export type FileRow = Selectable<Tables['database_files']>
export type PurchaseRow = Selectable<Tables['database_purchases']>
export type NewPurchase = Omit<
  PurchaseRow,
  'state' | 'tries' | 'claimed_until' | 'link_number' | 'changed_at' | 'ready_at'
>
export interface FileKey {
  database_id: string
  version: string
  location: string
  format: FileFormat
}

export function findFile(db: Db, key: FileKey): Promise<FileRow | undefined> {
  return db
    .selectFrom('database_files')
    .selectAll()
    .where('database_id', '=', key.database_id)
    .where('version', '=', key.version)
    .where('location', '=', key.location)
    .where('format', '=', key.format)
    .executeTakeFirst()
}

/** The first writer wins: a file is recorded once. */
export async function insertFile(db: Db, file: FileRow): Promise<void> {
  await db
    .insertInto('database_files')
    .values(file)
    .onConflict((on) => on.doNothing())
    .execute()
}

export async function insertPurchase(db: Db, purchase: NewPurchase): Promise<void> {
  await db
    .insertInto('database_purchases')
    .values({ ...purchase, changed_at: purchase.created_at })
    .execute()
}

export function findPurchase(db: Db, id: string): Promise<PurchaseRow | undefined> {
  return db.selectFrom('database_purchases').selectAll().where('id', '=', id).executeTakeFirst()
}

/** Newest first: one of them, or a page of all after the one with this id. */
export async function purchasesOf(
  db: Db,
  owner_id: number,
  { id, before, limit }: { id?: string; before?: string | undefined; limit: number },
) {
  let rows = db
    .selectFrom('database_purchases as p')
    .innerJoin('api_logins as l', 'l.id', 'p.login_id')
    .leftJoin('users as u', 'u.id', 'p.created_by')
    .selectAll('p')
    .select(['l.login', 'u.name as bought_by'])
    .where('p.owner_id', '=', owner_id)
  if (id) rows = rows.where('p.id', '=', id)
  if (before)
    rows = rows.where(
      sql<boolean>`(p.created_at, p.id) < (select b.created_at, b.id from database_purchases b where b.id = ${before} and b.owner_id = ${owner_id})`,
    )
  return rows.orderBy('p.created_at', 'desc').orderBy('p.id', 'desc').limit(limit).execute()
}

/** The account's purchases of a version, bought as such or as an update of an earlier one. */
export async function ownedOf(
  db: Db,
  owner_id: number,
  { database_id, version }: Pick<FileKey, 'database_id' | 'version'>,
): Promise<Pick<FileKey, 'location' | 'format'>[]> {
  const { rows } = await sql<Pick<FileKey, 'location' | 'format'>>`
    select unnest(p.locations) as location, p.format from database_purchases p
      where p.owner_id = ${owner_id} and p.database_id = ${database_id} and p.version = ${version} and p.state <> 'failed'
    union
    select g.location, g.format from database_purchase_files g join database_purchases p on p.id = g.purchase_id
      where p.owner_id = ${owner_id} and g.database_id = ${database_id} and g.version = ${version}
    order by location, format`.execute(db)
  return rows
}

export function filesOfPurchases(db: Db, ids: string[]) {
  return db
    .selectFrom('database_purchase_files as g')
    .innerJoin('database_files as f', (on) =>
      on
        .onRef('f.database_id', '=', 'g.database_id')
        .onRef('f.version', '=', 'g.version')
        .onRef('f.location', '=', 'g.location')
        .onRef('f.format', '=', 'g.format'),
    )
    .selectAll('f')
    .select('g.purchase_id')
    .where('g.purchase_id', 'in', ids)
    .orderBy('f.version', 'desc')
    .orderBy('f.location')
    .execute()
}

/** The oldest purchase that no process is preparing, claimed for the caller until then. */
export function claimPurchase(db: Db, now: Date, until: Date): Promise<PurchaseRow | undefined> {
  const waits = sql<boolean>`state in ('paid', 'preparing')`
  const also = sql`, state = 'preparing', changed_at = ${now}`
  const work = { table: 'database_purchases', due: 'claimed_until', waits, first: 'created_at', also } as const
  return claimFirst<PurchaseRow>(db, work, { now, until })
}

export async function extendClaim(db: Db, id: string, until: Date): Promise<void> {
  await db.updateTable('database_purchases').set({ claimed_until: until }).where('id', '=', id).execute()
}

/** Only from `preparing`, so that a finished purchase keeps its state. */
export async function endPreparing(db: Db, id: string, state: 'ready' | 'failed', now: Date): Promise<boolean> {
  const ended = await db
    .updateTable('database_purchases')
    .set({ state, claimed_until: null, changed_at: now, ready_at: state === 'ready' ? now : null })
    .where('id', '=', id)
    .where('state', '=', 'preparing')
    .returning('id')
    .executeTakeFirst()
  return ended !== undefined
}

export async function giveFiles(db: Db, purchase_id: string, files: FileKey[], at: Date): Promise<void> {
  if (files.length === 0) return
  await db
    .insertInto('database_purchase_files')
    .values(
      files.map(({ database_id, version, location, format }) => ({
        purchase_id,
        database_id,
        version,
        location,
        format,
        at,
      })),
    )
    .onConflict((on) => on.doNothing())
    .execute()
}

/** Invalidates earlier links. */
export async function raiseLinkNumber(db: Db, id: string): Promise<number> {
  const row = await db
    .updateTable('database_purchases')
    .set((set) => ({ link_number: set('link_number', '+', 1) }))
    .where('id', '=', id)
    .returning('link_number')
    .executeTakeFirstOrThrow()
  return row.link_number
}
