import { sql } from 'kysely'
import type { Db } from '#db/db.ts'
import { changeItems, listQueue, type QueueAccess } from '#db/queue-items-store.ts'
import { type QueueState, queueState } from '#db/queue-metrics-store.ts'

const EXPORTS = { table: 'data_exports', id: 'uuid' } as const
const WAITS = sql<boolean>`state = 'preparing'`
const GIVEN_UP = sql<boolean>`state = 'failed'`
/** Of one person and account at most one is prepared at a time. */
const IS_ALONE = sql<boolean>`not exists (select from data_exports o where o.user_id = q.user_id and o.owner_id = q.owner_id and o.state = 'preparing')`

/** What staff may do with archives of customers' data. */
export const exportQueue: QueueAccess = {
  list: (db, page) =>
    listQueue(
      db,
      {
        ...EXPORTS,
        shown: {
          login_id: sql`null::integer`,
          owner_id: sql`owner_id`,
          what: sql`scope`,
          to: sql`null::text`,
          since: sql`created_at`,
          error: sql`null::text`,
        },
        waiting: { of: WAITS, by: sql`created_at`, can_retry: () => sql<boolean>`false` },
        failed: { of: GIVEN_UP, by: sql`created_at`, can_retry: () => sql<boolean>`true` },
      },
      page,
    ),
  retry: (db, ids) =>
    changeItems(
      db,
      EXPORTS,
      ids,
      sql`state = 'preparing', tries = 0, claimed_until = null`,
      sql<boolean>`${GIVEN_UP} and ${IS_ALONE}`,
    ),
  drop: (db, ids) => changeItems(db, EXPORTS, ids, sql`state = 'failed', claimed_until = null`, WAITS),
}

export const exportQueueState = (db: Db): Promise<QueueState> => queueState(db, 'data_exports', 'created_at', WAITS)

export async function failedExports(db: Db, since: Date): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from data_exports where state = 'failed' and created_at >= ${since}`.execute(db)
  return rows[0]?.count ?? 0
}
