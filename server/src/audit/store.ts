import { sql } from 'kysely'
import type { Db } from '#db/db.ts'
import { inTx } from '#db/tx.ts'

export interface AuditRow {
  at: Date
  actor: string
  action: string
  user_id: number | null
  detail: Record<string, string | number | boolean | null>
  ip: string
  request_id: string
}

/** The hash before the first row. */
export const FIRST = Buffer.alloc(32)
/** Any constant will do: it serialises writers of the chain. */
const CHAIN_LOCK = 7_203_001

/** Appends a row that carries the hash of the one before. */
export async function appendAudit(db: Db, row: AuditRow): Promise<void> {
  const detail = JSON.stringify(row.detail)
  await inTx(db, async (tx) => {
    await sql`select pg_advisory_xact_lock(${CHAIN_LOCK})`.execute(tx)
    const last = await tx.selectFrom('audit_log').select('hash').orderBy('id', 'desc').limit(1).executeTakeFirst()
    const previous = last?.hash ?? FIRST
    await sql`
      insert into audit_log (at, actor, action, user_id, detail, ip, request_id, previous, hash)
      values (${row.at}, ${row.actor}, ${row.action}, ${row.user_id}, ${detail}::jsonb, ${row.ip}, ${row.request_id}, ${previous},
        sha256(${previous}::bytea || convert_to(concat_ws('|', ${row.at}::timestamptz at time zone 'UTC', ${row.actor}::text, ${row.action}::text,
          ${row.user_id}::int, ${detail}::jsonb::text, ${row.ip}::text, ${row.request_id}::text), 'UTF8')))`.execute(tx)
  })
}

export function newestOf(db: Db, user_id: number, limit: number) {
  return db
    .selectFrom('audit_log')
    .select(['at', 'action', 'actor', 'ip', 'detail'])
    .where('user_id', '=', user_id)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
}

export async function distinctActors(db: Db, user_id: number, actions: readonly string[]): Promise<string[]> {
  const rows = await db
    .selectFrom('audit_log')
    .select('actor')
    .distinct()
    .where('user_id', '=', user_id)
    .where('action', 'in', actions)
    .orderBy('actor')
    .execute()
  return rows.map(({ actor }) => actor)
}

export function rowsOf(
  db: Db,
  user_id: number,
  {
    actions,
    actor,
    before,
    limit,
  }: { actions: readonly string[]; actor?: string | undefined; before?: number | undefined; limit: number },
) {
  return db
    .selectFrom('audit_log')
    .select(['id', 'at', 'action', 'actor', 'ip', 'detail'])
    .where('user_id', '=', user_id)
    .where('action', 'in', actions)
    .$if(actor !== undefined, (query) => query.where('actor', '=', actor ?? ''))
    .$if(before !== undefined, (query) => query.where('id', '<', before ?? 0))
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
}
