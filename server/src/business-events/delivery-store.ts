import { claimDue, deleteEnded, NOT_SENT, nextDue, recordTry, type Span, UNSENT } from '#db/claim-store.ts'
import type { Db } from '#db/db.ts'
import { failedSince, queueState } from '#db/queue-metrics-store.ts'

export interface DeliveryRow {
  id: number
  webhook_id: number
  event_id: string
  tries: number
}

interface Outcome {
  http_status: number | null
  failure: string | null
  error_code: string | null
  answer: string | null
}

const WAITING = { table: 'operator_deliveries', due: 'due_at', waits: UNSENT } as const

/** No other worker takes them before `until`. */
export const claimDeliveries = (db: Db, span: Span) => claimDue<DeliveryRow>(db, WAITING, span)
export const nextDelivery = (db: Db, after: Date) => nextDue(db, WAITING, after)
export const eventQueueState = (db: Db) => queueState(db, 'operator_deliveries', 'due_at', UNSENT)
export const failedEvents = (db: Db, since: Date) => failedSince(db, 'operator_deliveries', since)
export const deleteDeliveries = (db: Db, before: Date) => deleteEnded(db, 'operator_deliveries', before)

export function markTried(
  db: Db,
  row: DeliveryRow,
  outcome: Outcome & ({ sent_at: Date } | { due_at: Date } | { failed_at: Date }),
): Promise<void> {
  return recordTry(db, 'operator_deliveries', row, NOT_SENT, { ...outcome })
}

export async function bodyOfEvent(db: Db, id: string): Promise<string | undefined> {
  const row = await db.selectFrom('business_events').select('body').where('id', '=', id).executeTakeFirst()
  return row?.body
}

export async function insertDelivery(
  db: Db,
  row: { webhook_id: number; event_id: string; is_replay: boolean; created_at: Date },
): Promise<number> {
  const { id } = await db
    .insertInto('operator_deliveries')
    .values({ ...row, due_at: row.created_at })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export function deliveryById(db: Db, id: number) {
  return db
    .selectFrom('operator_deliveries as d')
    .innerJoin('operator_webhooks as w', 'w.id', 'd.webhook_id')
    .select(['d.webhook_id', 'd.event_id', 'w.name'])
    .where('d.id', '=', id)
    .executeTakeFirst()
}

/** Newest first. */
export function newestDeliveries(
  db: Db,
  webhook_id: number,
  {
    state,
    before,
    limit,
  }: { state?: 'waiting' | 'sent' | 'failed' | undefined; before?: number | undefined; limit: number },
) {
  return db
    .selectFrom('operator_deliveries as d')
    .innerJoin('business_events as e', 'e.id', 'd.event_id')
    .select(['d.id', 'd.event_id', 'd.is_replay', 'd.created_at', 'd.due_at', 'd.tries', 'd.sent_at', 'd.failed_at'])
    .select(['d.http_status', 'd.failure', 'd.error_code', 'd.answer'])
    .select(['e.type', 'e.body', 'e.owner_id as customer_id'])
    .where('d.webhook_id', '=', webhook_id)
    .$if(before !== undefined, (rows) => rows.where('d.id', '<', before ?? 0))
    .$if(state === 'sent', (rows) => rows.where('d.sent_at', 'is not', null))
    .$if(state === 'failed', (rows) => rows.where('d.failed_at', 'is not', null))
    .$if(state === 'waiting', (rows) => rows.where('d.sent_at', 'is', null).where('d.failed_at', 'is', null))
    .orderBy('d.id', 'desc')
    .limit(limit)
    .execute()
}
