import { CODE } from '@portico/contract/codes.ts'
import type { StatusClass } from '@portico/contract/usage.ts'
import { sql } from 'kysely'
import type { Db } from '#db/db.ts'
import { safeJson } from '#db/safe-json.ts'

export interface OutcomeRow {
  login_id: number
  call_id: string
  status_code: number
  status_class: StatusClass
  message: string
  results: number
  refunded_micros: number
  finished_at: Date
  queue_ms: number
  run_ms: number
  /** The call was booked although its caller was refused: all of its price is refunded. */
  is_refused?: boolean
}

/** One statement, so that rows of accounts are locked no longer than it takes. Returns the calls that it ended. */
export async function insertOutcomes(db: Db, rows: OutcomeRow[]): Promise<string[]> {
  if (rows.length === 0) return []
  const { rows: ended } = await sql<{ id: string }>`select id from end_calls(${safeJson(rows)}::json) as id`.execute(db)
  return ended.map(({ id }) => id)
}

/**
 * Every call as it is shown: an ended task with its final status, results, price and running time, everything else as it was
 * booked, both without refunds by the operator. A subquery for `from`, with all columns of usage_events and the time it counts for.
 */
export const FINAL_CALLS = sql`(
  select e.id, e.at, e.owner_id, e.login_id, e.member_id, e.api, e.function, e.method, e.priority, e.path, e.request_id,
      e.task_id, e.tag, coalesce(o.status_code, e.status_code) as status_code,
      coalesce(o.status_class, e.status_class) as status_class,
      case when o.status_code = ${sql.lit(CODE.unavailable)} then 503 else e.http_status end as http_status, coalesce(o.results, e.results) as results,
      e.cost_micros - coalesce(o.refunded_micros, 0) - coalesce(r.amount_micros, 0) as cost_micros,
      coalesce(o.refunded_micros, 0) + coalesce(r.amount_micros, 0) as refunded_micros,
      coalesce(o.run_ms, e.time_ms) as time_ms, e.ip, e.is_sandbox, e.h2h, e.agent_id, e.via, e.price_version, e.http_method, e.repeats, o.finished_at, o.queue_ms, o.run_ms,
      spend_scopes(e) as scopes
    from usage_events e left join usage_outcomes o on o.id = e.id left join usage_refunds r on r.id = e.id)`
