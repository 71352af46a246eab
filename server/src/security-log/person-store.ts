import type { Db } from '#db/db.ts'

export interface Person {
  id: number
  name: string
  email: string
}

export async function peopleById(db: Db, ids: number[]): Promise<Map<number, Person>> {
  if (ids.length === 0) return new Map()
  const rows = await db.selectFrom('users').select(['id', 'name', 'email']).where('id', 'in', ids).execute()
  return new Map(rows.map((row) => [row.id, row]))
}
