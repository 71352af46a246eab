import { type RawBuilder, sql } from 'kysely'
import type { Db } from './db.ts'

/** Larger counts are capped: metrics are read every few seconds. */
const COUNTED_MOST = 100_000

export interface QueueState {
  waiting: number
  /** How long the one that is due longest is overdue, by the clock of the database. */
  oldest_s: number
}

export async function queueState(db: Db, table: string, due: string, waits: RawBuilder<boolean>): Promise<QueueState> {
  const { rows } = await sql<QueueState>`
    select count(*)::integer as waiting,
        greatest(coalesce(extract(epoch from now() - min(due_at)), 0), 0)::double precision as oldest_s
      from (select ${sql.ref(due)} as due_at from ${sql.table(table)} where ${waits} and ${sql.ref(due)} <= now()
        order by ${sql.ref(due)} limit ${COUNTED_MOST}) as rows`.execute(db)
  return rows[0] ?? { waiting: 0, oldest_s: 0 }
}

/** Number of a queue's rows given up since a moment. */
export async function failedSince(db: Db, table: string, since: Date): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from (
      select from ${sql.table(table)} where failed_at >= ${since} limit ${COUNTED_MOST}) as rows`.execute(db)
  return rows[0]?.count ?? 0
}
