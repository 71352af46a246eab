import type { Db } from '#db/db.ts'

export interface WebhookRow {
  login_id: number
  url: string
  sealed: Buffer
  secret_since: Date
  old_sealed: Buffer | null
  old_until: Date | null
}

export function webhookOf(db: Db, login_id: number): Promise<WebhookRow | undefined> {
  return db.selectFrom('alert_webhooks').selectAll().where('login_id', '=', login_id).executeTakeFirst()
}

/** No other transaction changes it until this one ends. */
export function lockWebhook(db: Db, login_id: number): Promise<WebhookRow | undefined> {
  return db.selectFrom('alert_webhooks').selectAll().where('login_id', '=', login_id).forUpdate().executeTakeFirst()
}

/** Returns true for the first: of two at once one is. */
export async function insertWebhook(
  db: Db,
  row: Pick<WebhookRow, 'login_id' | 'url' | 'sealed' | 'secret_since'>,
): Promise<boolean> {
  const made = await db
    .insertInto('alert_webhooks')
    .values(row)
    .onConflict((on) => on.column('login_id').doNothing())
    .returning('login_id')
    .executeTakeFirst()
  return made !== undefined
}

export async function updateWebhook(
  db: Db,
  login_id: number,
  change: Partial<Omit<WebhookRow, 'login_id'>>,
): Promise<void> {
  await db.updateTable('alert_webhooks').set(change).where('login_id', '=', login_id).execute()
}

export async function deleteWebhook(db: Db, login_id: number): Promise<void> {
  await db.deleteFrom('alert_webhooks').where('login_id', '=', login_id).execute()
}
