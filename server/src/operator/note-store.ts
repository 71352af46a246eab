import type { Db } from '#db/db.ts'

export interface NoteRow {
  id: string
  user_id: number
  author_id: number | null
  author: string
  at: Date
  text: string
}

export async function insertNote(db: Db, row: NoteRow): Promise<void> {
  await db.insertInto('customer_notes').values(row).execute()
}

type Span = { from?: Date; until: Date | undefined; limit: number }

/** Newest first; `until` is exclusive. */
export function notesOf(db: Db, user_id: number, { from, until, limit }: Span) {
  return db
    .selectFrom('customer_notes')
    .selectAll()
    .where('user_id', '=', user_id)
    .$if(from !== undefined, (query) => query.where('at', '>=', from ?? new Date(0)))
    .$if(until !== undefined, (query) => query.where('at', '<', until ?? new Date(0)))
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
}
