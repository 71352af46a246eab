import { sql } from 'kysely'
import { UNSENT } from '#db/claim-store.ts'
import { changeItems, listQueue, type QueueAccess } from '#db/queue-items-store.ts'

const DELIVERIES = { table: 'alert_deliveries', id: 'bigint' } as const
const GIVEN_UP = sql<boolean>`failed_at is not null`
const isFree = (now: Date) => sql<boolean>`(claimed_until is null or claimed_until <= ${now})`

/** What staff may do with webhooks and messages of alerts. */
export const alertQueue: QueueAccess = {
  list: (db, page) =>
    listQueue(
      db,
      {
        ...DELIVERIES,
        shown: {
          login_id: sql`login_id`,
          owner_id: sql`null::integer`,
          what: sql`kind`,
          to: sql`sent_to`,
          since: sql`created_at`,
          error: sql`nullif(concat_ws(' ', failure, http_status, error_code), '')`,
        },
        waiting: { of: UNSENT, by: sql`due_at`, can_retry: isFree },
        failed: { of: GIVEN_UP, by: sql`failed_at`, can_retry: () => sql<boolean>`true` },
      },
      page,
    ),
  retry: (db, ids, now) =>
    changeItems(
      db,
      DELIVERIES,
      ids,
      sql`due_at = ${now}, tries = case when ${GIVEN_UP} then 0 else tries end, failed_at = null, failure = null, error_code = null`,
      sql<boolean>`sent_at is null and ${isFree(now)}`,
    ),
  drop: (db, ids, now) => changeItems(db, DELIVERIES, ids, sql`failed_at = ${now}, failure = 'removed'`, UNSENT),
}
