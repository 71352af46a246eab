import type { Db } from '#db/db.ts'

export interface AnnouncementRow {
  id: number
  notice: string
  kind: 'planned' | 'changed' | 'cancelled'
  starts_at: Date
  ends_at: Date
  text: string | null
}

const COLUMNS = ['id', 'notice', 'kind', 'starts_at', 'ends_at', 'text'] as const

export async function insertAnnouncement(db: Db, row: Omit<AnnouncementRow, 'id'> & { at: Date }): Promise<void> {
  await db.insertInto('window_announcements').values(row).execute()
}

export function lastAnnouncement(db: Db, notice: string): Promise<AnnouncementRow | undefined> {
  return db
    .selectFrom('window_announcements')
    .select(COLUMNS)
    .where('notice', '=', notice)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** Those with a number above this one, of windows that are not over, oldest first. */
export function announcementsAfter(db: Db, id: number, now: Date): Promise<AnnouncementRow[]> {
  return db
    .selectFrom('window_announcements')
    .select(COLUMNS)
    .where('id', '>', id)
    .where('ends_at', '>', now)
    .orderBy('id')
    .execute()
}

export async function newestAnnouncement(db: Db): Promise<number> {
  const row = await db
    .selectFrom('window_announcements')
    .select((of) => of.fn.max('id').as('id'))
    .executeTakeFirst()
  return row?.id ?? 0
}

/** Names of windows that subscribers have a mail about. */
export async function announcedNames(db: Db): Promise<Set<string>> {
  const rows = await db.selectFrom('window_announcements').select('notice').distinct().execute()
  return new Set(rows.map(({ notice }) => notice))
}
