import { sql } from 'kysely'
import type { Db } from './db.ts'

export async function answersQuery(db: Db): Promise<boolean> {
  try {
    await sql`select 1`.execute(db)
    return true
  } catch {
    return false
  }
}
