import { sql } from 'kysely'
import type { Db } from '#db/db.ts'

export interface EventRow {
  id: string
  type: string
  /** With this account the event is erased; null: with none. */
  owner_id: number | null
  body: string
  created_at: Date
}

/** False where it was there before: what happened is recorded once. */
export async function insertEvent(db: Db, row: EventRow): Promise<boolean> {
  const made = await db
    .insertInto('business_events')
    .values(row)
    .onConflict((on) => on.column('id').doNothing())
    .returning('id')
    .executeTakeFirst()
  return made !== undefined
}

/** One delivery for every endpoint that has chosen this type. */
export async function deliverToAll(db: Db, { id, type, created_at }: EventRow): Promise<void> {
  await sql`
    insert into operator_deliveries (webhook_id, event_id, created_at, due_at)
      select id, ${id}::uuid, ${created_at}::timestamptz, ${created_at}::timestamptz from operator_webhooks
        where ${type} = any (events) and not is_paused
      on conflict (webhook_id, event_id) where not is_replay do nothing`.execute(db)
}

/** Who it is about, as messages name them. */
export function customerOf(db: Db, id: number) {
  return db
    .selectFrom('users')
    .select(['id', 'email', 'wl_id as brand_id', 'is_staff'])
    .where('id', '=', id)
    .executeTakeFirst()
}

/** Events that are older and wait for no delivery any more. */
export async function deleteEvents(db: Db, before: Date): Promise<void> {
  await sql`
    delete from business_events e where created_at < ${before}
      and not exists (select from operator_deliveries d
        where d.event_id = e.id and (d.created_at >= ${before} or d.sent_at is null and d.failed_at is null))`.execute(
    db,
  )
}
