import { sql } from 'kysely'
import { UNSENT } from '#db/claim-store.ts'
import { changeItems, listQueue, type QueueAccess } from '#db/queue-items-store.ts'

const NEVER = sql<boolean>`false`
const OUTBOX = { table: 'outbox', id: 'bigint' } as const

/** What staff may do with mails; `lease_ms`: for so long a worker may be sending one, and it must not go out twice. */
export function mailQueue(lease_ms: number): QueueAccess {
  const isFree = (now: Date) => sql<boolean>`next_try_at > ${new Date(now.getTime() + lease_ms)}`
  return {
    list: (db, page) =>
      listQueue(
        db,
        {
          ...OUTBOX,
          shown: {
            login_id: sql`null::integer`,
            owner_id: sql`null::integer`,
            what: sql`template`,
            to: sql`to_address`,
            since: sql`created_at`,
            error: sql`last_error`,
          },
          waiting: { of: UNSENT, by: sql`next_try_at`, can_retry: isFree },
          // The text of a mail is deleted when it is given up.
          failed: { of: sql<boolean>`failed_at is not null`, by: sql`failed_at`, can_retry: () => NEVER },
        },
        page,
      ),
    retry: (db, ids, now) =>
      changeItems(db, OUTBOX, ids, sql`next_try_at = ${now}`, sql<boolean>`${UNSENT} and ${isFree(now)}`),
    drop: (db, ids, now) =>
      changeItems(db, OUTBOX, ids, sql`failed_at = ${now}, last_error = 'dropped by staff', data = '{}'`, UNSENT),
  }
}
