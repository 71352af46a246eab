import { sql } from 'kysely'
import { claimInTurns, NOT_SENT, nextDue, recordTry, type Span, UNSENT } from '#db/claim-store.ts'
import type { Db } from '#db/db.ts'

export interface WebhookRow {
  id: number
  task_id: string
  login_id: number
  kind: 'pingback' | 'postback'
  host: string
  tries: number
}

/** Deliveries in progress at once, per login and per host (over all logins). Both are below what one process does at once. */
export const WEBHOOKS_AT_ONCE = { per_login: 4, per_host: 6 }
export const WEBHOOKS_WAIT = sql<boolean>`${UNSENT} and not waits_for_host`
const WAITING = { table: 'gateway_webhooks', due: 'due_at', waits: WEBHOOKS_WAIT } as const

/** When the next webhook of a login may be sent; each call reserves one slot. */
export async function nextPace(db: Db, login_id: number, now: Date, delay_ms: number): Promise<Date> {
  const { rows } = await sql<{ due_at: Date }>`
    insert into gateway_webhook_pace as p (login_id, next_at)
      values (${login_id}, ${now}::timestamptz + ${delay_ms} * interval '1 millisecond')
      on conflict (login_id) do update
        set next_at = greatest(p.next_at, ${now}::timestamptz) + ${delay_ms} * interval '1 millisecond'
      returning next_at - ${delay_ms} * interval '1 millisecond' as due_at`.execute(db)
  return rows[0]?.due_at ?? now
}

/**
 * Queues a webhook of a task, or brings a queued retry forward; false when one is already waiting for its turn. At most one per
 * task and kind is open, and ended ones are deleted.
 */
export async function openWebhook(
  db: Db,
  row: Pick<WebhookRow, 'task_id' | 'login_id' | 'kind' | 'host'> & { due_at: Date },
  is_host_down: boolean,
): Promise<boolean> {
  const { task_id, login_id, kind, host, due_at } = row
  await sql`
    delete from gateway_webhooks where task_id = ${task_id} and kind = ${kind} and not (${UNSENT})`.execute(db)
  const { rows } = await sql`
    insert into gateway_webhooks as w (task_id, login_id, kind, host, due_at, wanted_at, waits_for_host)
      values (${task_id}, ${login_id}, ${kind}, ${host}, ${due_at}, ${due_at}, ${is_host_down} and exists (
        select from gateway_webhooks o where o.login_id = ${login_id} and o.host = ${host} and ${WEBHOOKS_WAIT}))
      on conflict (task_id, kind) where sent_at is null and failed_at is null do update set due_at = excluded.due_at
        where not ${is_host_down} and w.claimed_until is null and not w.waits_for_host and w.due_at > excluded.due_at
      returning id`.execute(db)
  return rows.length > 0
}

export function claimWebhooks(db: Db, span: Span): Promise<WebhookRow[]> {
  const { per_host } = WEBHOOKS_AT_ONCE
  const per_login = sql<number>`${WEBHOOKS_AT_ONCE.per_login}::integer`
  return claimInTurns<WebhookRow>(db, { ...WAITING, per_login, per_host }, span)
}

export async function markWebhookSent(db: Db, id: number, now: Date): Promise<void> {
  await db.updateTable('gateway_webhooks').set({ sent_at: now, failed_at: null }).where('id', '=', id).execute()
}

/** Without an outcome the claim ends after an error, and the webhook is due again when its lease would have ended. */
export function markWebhookTried(
  db: Db,
  row: Pick<WebhookRow, 'id' | 'tries'>,
  outcome?: { due_at: Date; last_error: string } | { failed_at: Date; last_error: string },
): Promise<void> {
  return recordTry(db, 'gateway_webhooks', row, NOT_SENT, { ...outcome, claimed_until: null })
}

export const nextWebhook = (db: Db, after: Date) => nextDue(db, WAITING, after)
