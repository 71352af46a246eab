import { DAY_MS } from '@portico/contract/time.ts'
import { sql } from 'kysely'
import { UNSENT } from '#db/claim-store.ts'
import { changeItems, listQueue, type QueueAccess } from '#db/queue-items-store.ts'
import { inTx } from '#db/tx.ts'
import { tidyHosts } from '../webhooks/webhook-host-store.ts'
import { TASKS_WAIT } from './task-store.ts'

const TASKS = { table: 'gateway_tasks', id: 'text' } as const
const WEBHOOKS = { table: 'gateway_webhooks', id: 'bigint' } as const
const GIVEN_UP = sql<boolean>`failed_at is not null`
const isFree = (now: Date) => sql<boolean>`(claimed_until is null or claimed_until <= ${now})`
const IS_ALONE = sql<boolean>`not exists (select from gateway_webhooks o
  where o.task_id = q.task_id and o.kind = q.kind and o.id <> q.id and o.sent_at is null and o.failed_at is null)`

/** What staff may do with tasks besides dropping them, which books. A task that failed was paid back: it is not run again. */
export const taskItems: Omit<QueueAccess, 'drop'> = {
  list: (db, page) =>
    listQueue(
      db,
      {
        ...TASKS,
        shown: {
          login_id: sql`login_id`,
          owner_id: sql`null::integer`,
          what: sql`api || '/' || function`,
          to: sql`null::text`,
          since: sql`posted_at`,
          error: sql`status_message`,
        },
        waiting: { of: TASKS_WAIT, by: sql`due_at`, can_retry: isFree },
        failed: { of: sql<boolean>`state = 'failed'`, by: sql`finished_at`, can_retry: () => sql<boolean>`false` },
      },
      page,
    ),
  retry: (db, ids, now) =>
    changeItems(db, TASKS, ids, sql`due_at = ${now}`, sql<boolean>`${TASKS_WAIT} and ${isFree(now)}`),
}

/** What staff may do with webhooks of tasks. */
export const webhookItems: QueueAccess = {
  list: (db, page) =>
    listQueue(
      db,
      {
        ...WEBHOOKS,
        shown: {
          login_id: sql`login_id`,
          owner_id: sql`null::integer`,
          what: sql`kind || ' ' || task_id`,
          to: sql`host`,
          since: sql`wanted_at`,
          error: sql`last_error`,
        },
        waiting: { of: UNSENT, by: sql`due_at`, can_retry: isFree },
        failed: { of: GIVEN_UP, by: sql`failed_at`, can_retry: () => sql<boolean>`true` },
      },
      page,
    ),
  retry: (db, ids, now) =>
    changeItems(
      db,
      WEBHOOKS,
      ids,
      sql`due_at = ${now}, wanted_at = ${now}, waits_for_host = false, tries = case when ${GIVEN_UP} then 0 else tries end, failed_at = null`,
      sql<boolean>`sent_at is null and ${isFree(now)} and ${IS_ALONE}`,
    ),
  drop: (db, ids, now) =>
    inTx(db, async (tx) => {
      const set = sql`failed_at = ${now}, waits_for_host = false, last_error = 'dropped by staff'`
      const done = await changeItems(tx, WEBHOOKS, ids, set, UNSENT)
      // The dropped one may have been the only one that probed its host.
      await tidyHosts(tx, new Date(now.getTime() - DAY_MS))
      return done
    }),
}
