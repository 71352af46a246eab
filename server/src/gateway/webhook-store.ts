import { sql } from 'kysely'
import { claimDue, type Span, UNSENT } from '#db/claim-store.ts'
import type { Db } from '#db/db.ts'

export interface WebhookRow {
  id: number
  task_id: string
  login_id: number
  kind: 'pingback' | 'postback'
  tries: number
}

/** When the next webhook of a login may leave; each one that asks moves the next one on. */
export async function nextPace(db: Db, login_id: number, now: Date, delay_ms: number): Promise<Date> {
  const { rows } = await sql<{ due_at: Date }>`
    insert into gateway_webhook_pace as p (login_id, next_at)
      values (${login_id}, ${now}::timestamptz + ${delay_ms} * interval '1 millisecond')
      on conflict (login_id) do update
        set next_at = greatest(p.next_at, ${now}::timestamptz) + ${delay_ms} * interval '1 millisecond'
      returning next_at - ${delay_ms} * interval '1 millisecond' as due_at`.execute(db)
  return rows[0]?.due_at ?? now
}

export async function insertWebhook(
  db: Db,
  row: Pick<WebhookRow, 'task_id' | 'login_id' | 'kind'> & { due_at: Date },
): Promise<void> {
  await db.insertInto('gateway_webhooks').values(row).execute()
}

export function claimWebhooks(db: Db, span: Span): Promise<WebhookRow[]> {
  return claimDue<WebhookRow>(db, { table: 'gateway_webhooks', due: 'due_at', waits: UNSENT }, span)
}

export async function markWebhookSent(db: Db, id: number, now: Date): Promise<void> {
  await db.updateTable('gateway_webhooks').set({ sent_at: now, failed_at: null }).where('id', '=', id).execute()
}

/** Counts only while this try is the newest. */
export async function markWebhookTried(
  db: Db,
  { id, tries }: Pick<WebhookRow, 'id' | 'tries'>,
  outcome: { due_at: Date; last_error: string } | { failed_at: Date; last_error: string },
): Promise<void> {
  await db
    .updateTable('gateway_webhooks')
    .set(outcome)
    .where('id', '=', id)
    .where('tries', '=', tries)
    .where('sent_at', 'is', null)
    .execute()
}

export async function nextWebhook(db: Db): Promise<Date | undefined> {
  const row = await db
    .selectFrom('gateway_webhooks')
    .select('due_at')
    .where('sent_at', 'is', null)
    .where('failed_at', 'is', null)
    .orderBy('due_at')
    .limit(1)
    .executeTakeFirst()
  return row?.due_at
}
