import { sql } from 'kysely'
import type { Db } from '#db/db.ts'
import type { SealedSecrets } from '#integrations/webhook-secrets.ts'

export interface EndpointRow extends SealedSecrets {
  id: number
  name: string
  url: string
  events: string[]
  is_paused: boolean
  secret_since: Date
  created_by: string
  created_at: Date
}

/** The secret is sealed with the number of its row, so that follows. Undefined where the name is taken. */
export async function insertEndpoint(
  db: Db,
  row: Pick<EndpointRow, 'name' | 'url' | 'events' | 'secret_since' | 'created_by' | 'created_at'>,
): Promise<number | undefined> {
  const made = await db
    .insertInto('operator_webhooks')
    .values({ ...row, sealed: Buffer.alloc(0) })
    .onConflict((on) => on.column('name').doNothing())
    .returning('id')
    .executeTakeFirst()
  return made?.id
}

export async function updateEndpoint(db: Db, id: number, change: Partial<Omit<EndpointRow, 'id'>>): Promise<void> {
  await db.updateTable('operator_webhooks').set(change).where('id', '=', id).execute()
}

const named = (db: Db, name: string) => db.selectFrom('operator_webhooks').selectAll().where('name', '=', name)

export function endpointNamed(db: Db, name: string): Promise<EndpointRow | undefined> {
  return named(db, name).executeTakeFirst()
}

/** No other transaction changes it until this one ends. */
export function lockEndpoint(db: Db, name: string): Promise<EndpointRow | undefined> {
  return named(db, name).forUpdate().executeTakeFirst()
}

export function endpointById(db: Db, id: number): Promise<EndpointRow | undefined> {
  return db.selectFrom('operator_webhooks').selectAll().where('id', '=', id).executeTakeFirst()
}

export async function deleteEndpoint(db: Db, id: number): Promise<void> {
  await db.deleteFrom('operator_webhooks').where('id', '=', id).execute()
}

/** All of them by name, each with what became of its messages. */
export async function endpointList(db: Db, failed_since: Date) {
  const { rows } = await sql<EndpointRow & { waiting: number; failed: number; last_arrived_at: Date | null }>`
    select w.*,
      (select count(*)::integer from operator_deliveries d
        where d.webhook_id = w.id and d.sent_at is null and d.failed_at is null) as waiting,
      (select count(*)::integer from operator_deliveries d
        where d.webhook_id = w.id and d.failed_at >= ${failed_since}) as failed,
      (select d.sent_at from operator_deliveries d
        where d.webhook_id = w.id and d.sent_at is not null order by d.id desc limit 1) as last_arrived_at
      from operator_webhooks w order by w.name`.execute(db)
  return rows
}
