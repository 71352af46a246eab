import { DELIVERY_KINDS, type DeliveryKind } from '@portico/contract/alert-kinds.ts'
import { sql } from 'kysely'
import { claimInTurns, deleteEnded, NOT_SENT, nextDue, recordTry, type Span, UNSENT } from '#db/claim-store.ts'
import type { Db } from '#db/db.ts'
import { knownName } from '#db/known-name.ts'
import type { WebhookOutcome } from '#integrations/webhook-call.ts'

export interface DeliveryRow {
  id: number
  event_id: string
  login_id: number
  kind: DeliveryKind
  body: string
  /** Null: the webhook of the login. */
  channel_id?: number | null
  tries: number
}
export type Failure = Extract<WebhookOutcome, { ok: false }>['why'] | 'removed'

interface Outcome {
  http_status: number | null
  failure: Failure | null
  error_code: string | null
}

export async function insertDelivery(
  db: Db,
  row: Omit<DeliveryRow, 'id' | 'tries'> & { is_replay?: boolean; created_at: Date },
): Promise<void> {
  await db
    .insertInto('alert_deliveries')
    .values({ ...row, kind: knownName(DELIVERY_KINDS, row.kind), due_at: row.created_at })
    .execute()
}

/** Those to the webhook of a login, or to a channel. */
export function newestDeliveries(db: Db, to: { login_id: number } | { channel_id: number }, limit: number) {
  return db
    .selectFrom('alert_deliveries')
    .select(['id', 'kind', 'is_replay', 'created_at', 'due_at', 'tries', 'sent_at', 'failed_at'])
    .select(['http_status', 'failure', 'error_code', 'sent_to'])
    .where((is) =>
      'channel_id' in to
        ? is('channel_id', '=', to.channel_id)
        : is.and([is('login_id', '=', to.login_id), is('channel_id', 'is', null)]),
    )
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
}

export function deliveryOf(db: Db, login_id: number, id: number): Promise<DeliveryRow | undefined> {
  return db
    .selectFrom('alert_deliveries')
    .select(['id', 'event_id', 'login_id', 'kind', 'body', 'tries'])
    .where('login_id', '=', login_id)
    .where('channel_id', 'is', null)
    .where('id', '=', id)
    .executeTakeFirst()
}

/** Sends a message to a channel once more, which was given up. Returns undefined where there is none. */
export function retryMissed(db: Db, channel_ids: number[], id: number, now: Date) {
  return db
    .updateTable('alert_deliveries')
    .set({ failed_at: null, failure: null, error_code: null, tries: 0, due_at: now })
    .where('id', '=', id)
    .where('channel_id', 'in', [0, ...channel_ids])
    .where('failed_at', 'is not', null)
    .returning(['channel_id', 'event_id'])
    .executeTakeFirst()
}

/** Concurrent deliveries of one login. */
const DELIVERIES_PER_LOGIN = 4

const WAITING = { table: 'alert_deliveries', due: 'due_at', waits: UNSENT } as const

/** Claims due deliveries, of every login in turn; no other worker takes them before `until`. */
export function claimDeliveries(db: Db, span: Span): Promise<DeliveryRow[]> {
  const per_login = sql<number>`${DELIVERIES_PER_LOGIN}::integer`
  return claimInTurns<DeliveryRow>(db, { ...WAITING, per_login }, span)
}

export const nextDelivery = (db: Db, after: Date) => nextDue(db, WAITING, after)

/** Holds for every worker: a message that has arrived is not tried again. */
export async function markArrived(
  db: Db,
  id: number,
  now: Date,
  { http_status, sent_to }: { http_status: number; sent_to: string | null },
): Promise<void> {
  await db
    .updateTable('alert_deliveries')
    .set({ sent_at: now, failed_at: null, failure: null, error_code: null, http_status, sent_to })
    .where('id', '=', id)
    .execute()
}

export function markMissed(
  db: Db,
  row: Pick<DeliveryRow, 'id' | 'tries'>,
  outcome: Outcome & { sent_to?: string } & ({ due_at: Date } | { failed_at: Date }),
): Promise<void> {
  return recordTry(db, 'alert_deliveries', row, NOT_SENT, { ...outcome, claimed_until: null })
}

export async function deleteDeliveries(db: Db, before: Date): Promise<void> {
  await deleteEnded(db, 'alert_deliveries', before)
}
