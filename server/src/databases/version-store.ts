import { sql } from 'kysely'
import type { Db } from '#db/db.ts'
import type { PurchaseRow } from './store.ts'

/** First key of the lock of one database, distinct from those of other modules. */
const OFFER_LOCK = 7_203_003

export function publishedVersions(db: Db) {
  return db
    .selectFrom('database_versions')
    .select(['database_id', 'version', 'changes', 'locations'])
    .select(sql<string>`published_on::text`.as('published_on'))
    .execute()
}

export async function insertVersion(
  db: Db,
  version: {
    database_id: string
    version: string
    date: string
    changes: Record<string, string>
    locations: Record<string, number>
    at: Date
  },
): Promise<boolean> {
  const { database_id, version: name, date, at } = version
  const added = await db
    .insertInto('database_versions')
    .values({
      database_id,
      version: name,
      published_on: date,
      changes: JSON.stringify(version.changes),
      locations: JSON.stringify(version.locations),
      at,
    })
    .onConflict((on) => on.doNothing())
    .returning('version')
    .executeTakeFirst()
  return added !== undefined
}

/** Until the end of the transaction: nothing is published during a purchase, so that no buyer misses an update. */
export async function lockOffer(db: Db, database_id: string, to: 'buy' | 'publish'): Promise<void> {
  const lock = to === 'buy' ? sql`pg_advisory_xact_lock_shared` : sql`pg_advisory_xact_lock`
  await sql`select ${lock}(${OFFER_LOCK}, hashtext(${database_id}))`.execute(db)
}

/** Purchases with updates whose files do not have this newer version yet. */
export async function purchasesWithout(
  db: Db,
  database_id: string,
  version: string,
  now: Date,
): Promise<PurchaseRow[]> {
  return db
    .selectFrom('database_purchases as p')
    .selectAll('p')
    .where('p.database_id', '=', database_id)
    .where('p.state', '=', 'ready')
    .where('p.version', '<', version)
    .where('p.updates_until', '>', now)
    .where((where) =>
      where.not(
        where.exists(
          where
            .selectFrom('database_purchase_files as f')
            .select('f.location')
            .whereRef('f.purchase_id', '=', 'p.id')
            .where('f.version', '=', version),
        ),
      ),
    )
    .orderBy('p.id')
    .forUpdate('p')
    .execute()
}

/** Purchases that are to get new versions of this database, locked until they have them. */
export function purchasesWithUpdates(db: Db, database_id: string, now: Date): Promise<PurchaseRow[]> {
  return db
    .selectFrom('database_purchases')
    .selectAll()
    .where('database_id', '=', database_id)
    .where('state', '!=', 'failed')
    .where('updates_until', '>', now)
    .orderBy('id')
    .forUpdate()
    .execute()
}
