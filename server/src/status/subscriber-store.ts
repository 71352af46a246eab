import type { Db } from '#db/db.ts'

export interface SubscriberRow {
  id: number
  email: string
  wl_id: number
  language: string
  /** Up to there they have the updates of incidents, and the announcements of maintenance windows. */
  last_update_id: number
  last_window_id: number
}
export type Mark = 'last_update_id' | 'last_window_id'

/** A second confirmation only sets the language. */
export async function upsertSubscriber(db: Db, row: Omit<SubscriberRow, 'id'> & { confirmed_at: Date }): Promise<void> {
  const { language } = row
  await db
    .insertInto('status_subscribers')
    .values(row)
    .onConflict((on) => on.columns(['email', 'wl_id']).doUpdateSet({ language }))
    .execute()
}

export async function deleteSubscriber(db: Db, email: string, wl_id: number): Promise<void> {
  await db.deleteFrom('status_subscribers').where('email', '=', email).where('wl_id', '=', wl_id).execute()
}

export async function subscriberCount(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom('status_subscribers')
    .select((of) => of.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/** Locks subscribers who lack something new; other instances skip them. */
export function claimBehind(db: Db, mark: Mark, newest_id: number, limit: number): Promise<SubscriberRow[]> {
  return db
    .selectFrom('status_subscribers')
    .select(['id', 'email', 'wl_id', 'language', 'last_update_id', 'last_window_id'])
    .where(mark, '<', newest_id)
    .orderBy(mark)
    .orderBy('id')
    .limit(limit)
    .forUpdate()
    .skipLocked()
    .execute()
}

export async function moveTo(db: Db, mark: Mark, ids: number[], last_id: number): Promise<void> {
  await db
    .updateTable('status_subscribers')
    .set({ [mark]: last_id })
    .where('id', 'in', ids)
    .execute()
}
