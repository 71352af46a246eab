import { type Expression, type Kysely, sql } from 'kysely'
import type { Tables } from './tables.ts'

/**
 * The rows of a statement that most requests send: by its name each connection parses and plans it once (pool.ts). Its
 * text must be the same every time.
 */
export async function prepared<Row>(db: Kysely<Tables>, name: string, query: Expression<Row>): Promise<Row[]> {
  return (await sql<Row>`/* ${sql.raw(name)} */ ${query}`.execute(db)).rows
}
