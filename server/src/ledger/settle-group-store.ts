import { sql } from 'kysely'
import { newCallId, timeOfCall } from '#crypto/call-id.ts'
import type { Db } from '#db/db.ts'
import { safeJson, safeText } from '#db/safe-json.ts'
import type { SettleRow, Verdict } from './meter-store.ts'
import type { SettleGroup } from './settle-group.ts'

/** One statement, one commit; refused as a whole where one of the calls is not new or their lease is gone. */
export async function commitGroup(db: Db, rows: SettleRow[], group: SettleGroup): Promise<Verdict[]> {
  const [first] = rows
  const booking_id = rows.length > 1 && first ? newCallId(timeOfCall(first.id)) : null
  const column = <Value>(of: (row: SettleRow) => Value) => rows.map(of)
  const { rows: accounts } = await sql<Pick<Verdict, 'balance_micros' | 'held_micros'>>`/* settle_group */
    select balance_micros, held_micros from settle_group(${safeJson({ ...first, ...group, booking_id, tag: null, request: null })}::json,
      ${column(({ id }) => id)}::uuid[], ${column(({ request_id }) => request_id)}::uuid[],
      ${column(({ task_id }) => task_id)}::text[], ${column(({ tag }) => tag && safeText(tag))}::text[],
      ${column(({ results }) => results)}::integer[], ${column(({ cost_micros }) => cost_micros)}::bigint[],
      ${column(({ time_ms }) => time_ms)}::integer[],
      ${column(({ request }) => (request === null ? null : safeJson(request)))}::text[],
      ${column(({ request_cut_at }) => request_cut_at)}::integer[])`.execute(db)
  const [funds] = accounts
  return rows.map(({ id, cost_micros }) => ({ ...CHARGED, ...funds, id, cost_micros }))
}

const CHARGED = {
  is_ok: true,
  reason: null,
  scope: null,
  limit_micros: null,
  spent_micros: null,
  is_repeat: false,
  balance_micros: null,
  held_micros: null,
  has_leases: null,
}
