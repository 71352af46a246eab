import { sql } from 'kysely'
import { timeOfCall } from '#crypto/call-id.ts'
import type { Db } from '#db/db.ts'

/** Number of holds and age of the oldest, by the clock of the database. */
export async function holdMetrics(db: Db): Promise<{ holds: number; oldest_s: number; held_micros: number }> {
  const { rows } = await sql<{ now: Date; holds: number; first: string | null; held_micros: number }>`
    select now(), count(*)::integer as holds, (select id from ledger_holds order by id limit 1) as first,
        coalesce(sum(amount_micros), 0)::bigint as held_micros from ledger_holds`.execute(db)
  const [row] = rows
  if (!row) return { holds: 0, oldest_s: 0, held_micros: 0 }
  const since_ms = row.first === null ? row.now.getTime() : timeOfCall(row.first).getTime()
  return { holds: row.holds, oldest_s: Math.max(row.now.getTime() - since_ms, 0) / 1000, held_micros: row.held_micros }
}
