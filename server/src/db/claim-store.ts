import { type RawBuilder, sql } from 'kysely'
import type { Db } from './db.ts'
import type { Tables } from './tables.ts'

/** A table of work: which of its rows wait, from when on, and which go first. */
export interface Waiting {
  table: keyof Tables
  due: string
  waits: RawBuilder<boolean>
  first?: RawBuilder<unknown>
}

export interface Span {
  now: Date
  until: Date
  limit: number
}

/** What is to be sent until it has arrived or was given up. */
export const UNSENT = sql<boolean>`sent_at is null and failed_at is null`

/** Takes rows that are due and counts the try; until `until` they are nobody else's, in whatever process. */
export async function claimDue<Row>(
  db: Db,
  { table, due, waits, first }: Waiting,
  { now, until, limit }: Span,
): Promise<Row[]> {
  const [name, time] = [sql.table(table), sql.ref(due)]
  const order = first ? sql`${first}, ${time}` : time
  const { rows } = await sql<Row>`
    with due as (
      select id from ${name} where ${waits} and ${time} <= ${now}
        order by ${order} limit ${limit} for update skip locked
    )
    update ${name} as row set tries = tries + 1, ${time} = ${until} from due where row.id = due.id returning row.*`.execute(
    db,
  )
  return rows
}
