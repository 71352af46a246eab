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

export function notesOf(db: Db, user_id: number, { before, limit }: { before: Date | undefined; limit: number }) {
  return db
    .selectFrom('customer_notes')
    .selectAll()
    .where('user_id', '=', user_id)
    .$if(before !== undefined, (query) => query.where('at', '<', before ?? new Date(0)))
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
}
