import { type Selectable, sql } from 'kysely'
import { claimDue } from '#db/claim-store.ts'
import type { Db } from '#db/db.ts'
import { safeJson, safeText } from '#db/safe-json.ts'
import type { Tables } from '#db/tables.ts'
import type { ProcessorEvent } from '#integrations/payment-processor.ts'

export type EventRow = Selectable<Tables['payment_events']>
type Processor = EventRow['processor']

/** Longer ids and types come from no processor, and an index limits the length of a key. */
const NAME_MAX = 255

/** Stored once by its own id, whatever it contains: a refused message would be sent again for days. */
export async function insertEvent(
  db: Db,
  processor: Processor,
  { id, type, body }: ProcessorEvent,
  now: Date,
): Promise<void> {
  const [event_id = '', kind = ''] = [id, type].map((name) => safeText(name).slice(0, NAME_MAX))
  const row = { processor, event_id, type: kind, body: safeJson(body), received_at: now }
  await db
    .insertInto('payment_events')
    .values(row)
    .onConflict((on) => on.doNothing())
    .execute()
}

/**
 * Takes events that are due, oldest first, and counts the attempt. The pause doubles with every attempt, up to an hour, and until
 * then no other process takes the event.
 */
export function claimEvents(db: Db, processor: Processor, now: Date, limit: number): Promise<EventRow[]> {
  const waits = sql<boolean>`processor = ${processor} and handled_at is null`
  const is_due = sql<boolean>`
    (tried_at is null or tried_at <= ${now}::timestamptz - least(power(2, tries) * interval '5 seconds', interval '1 hour'))`
  const work = { due: 'tried_at', waits, is_due, first: 'received_at', key: ['processor', 'event_id'] }
  return claimDue<EventRow>(db, { table: 'payment_events', ...work }, { now, until: now, limit })
}

export async function markHandled(db: Db, processor: Processor, event_id: string, now: Date): Promise<void> {
  await db
    .updateTable('payment_events')
    .set({ handled_at: now, error: null })
    .where('processor', '=', processor)
    .where('event_id', '=', event_id)
    .execute()
}

export async function noteError(db: Db, processor: Processor, event_id: string, error: string): Promise<void> {
  await db
    .updateTable('payment_events')
    .set({ error: safeText(error).slice(0, 500) })
    .where('processor', '=', processor)
    .where('event_id', '=', event_id)
    .execute()
}

/** Failed several times: an operator has to look. */
export function stuckEvents(db: Db, limit: number) {
  return db
    .selectFrom('payment_events')
    .select(['event_id', 'type', 'received_at', 'tries', 'error'])
    .where('handled_at', 'is', null)
    .where('tries', '>=', 5)
    .orderBy('received_at')
    .limit(limit)
    .execute()
}

export async function deleteOldEvents(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('payment_events').where('handled_at', '<', before).execute()
}
