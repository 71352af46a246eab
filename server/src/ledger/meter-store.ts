import type { RefusalReason } from '@portico/contract/spend-scopes.ts'
import type { StatusClass } from '@portico/contract/usage.ts'
import type { Via } from '@portico/contract/via.ts'
import { type Selectable, sql } from 'kysely'
import type { Db } from '#db/db.ts'
import { safeJson } from '#db/safe-json.ts'
import type { Tables } from '#db/tables.ts'

type Held = Selectable<Tables['ledger_holds']>
type Nullable = { [Name in keyof Held]: null extends Held[Name] ? Name : never }[keyof Held]

/** A row of ledger_holds, which the meter reads by the names of its columns; nullable ones can be left out. */
export type HoldRow = Omit<Held, Nullable> & Partial<Pick<Held, Nullable>>

export interface SettleRow {
  id: string
  login_id: number
  member_id: number | null
  api: string
  function: string
  method: 'live' | 'task' | 'reference'
  priority: number
  path: string
  request_id: string
  task_id: string | null
  tag: string | null
  status_code: number
  status_class: StatusClass
  http_status: number
  results: number
  cost_micros: number
  time_ms: number
  ip: string
  is_sandbox: boolean
  agent_id: number | null
  via: Via | null
  price_version: number | null
  request: unknown
  /** The size at which the request was cut; 0 when only its outline is stored. */
  request_cut_at: number | null
  error_code: number | null
  error_class: StatusClass | null
  error_message: string | null
  error_reason: RefusalReason | null
  error_scope: string | null
  error_limit_micros: number | null
  http_method: string | null
  /** Number of further calls that the row represents. */
  repeats: number
  /** The lease that admitted the call, and what its settlement takes from it; absent for a call with a hold of its own. */
  lease_id?: string
  lease_micros?: number
  /** The booking that it shares with other calls of the same commit; absent where it has one of its own, with its own id. */
  booking_id?: string
}

export interface MeterBatch {
  settles: SettleRow[]
  voids: string[]
  holds: HoldRow[]
}

/** The verdict on one id; which fields are set depends on the request. */
export interface Verdict {
  id: string
  is_ok: boolean
  reason: string | null
  scope: string | null
  limit_micros: number | null
  spent_micros: number | null
  cost_micros: number | null
  is_repeat: boolean
  balance_micros: number | null
  held_micros: number | null
  /** True for a refused hold when some of the money was on lease. */
  has_leases: boolean | null
}

/** One statement, one commit. */
export async function commitMeter(db: Db, { settles, voids, holds }: MeterBatch): Promise<Verdict[]> {
  const logins = [...new Set([...settles, ...holds].map((row) => row.login_id))]
  const settleJson = settles.length > 0 ? safeJson(settles) : null
  const holdJson = holds.length > 0 ? safeJson(holds) : null
  const { rows } = await sql<Verdict>`/* meter */
    select id, is_ok, reason, scope, limit_micros, spent_micros, cost_micros, is_repeat, balance_micros, held_micros, has_leases
      from meter(${logins}::integer[], ${settleJson}::json, ${voids}::uuid[], ${holdJson}::json)`.execute(db)
  return rows
}

/** Holds of processes whose call ids end with one of these. */
export async function heldBy(db: Db, tags: string[], limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from ledger_holds where right(id::text, 6) = any (${tags}::text[]) order by id limit ${limit}`.execute(db)
  return rows.map(({ id }) => id)
}

export async function heldBefore(db: Db, at: Date, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from ledger_holds where id < call_floor(${at}) order by id limit ${limit}`.execute(db)
  return rows.map(({ id }) => id)
}

/** Which of the leases of these calls have not been returned. */
export async function heldLeases(db: Db, calls: { lease_id?: string | undefined }[]): Promise<Set<string>> {
  const ids = [...new Set(calls.flatMap(({ lease_id }) => lease_id ?? []))]
  if (ids.length === 0) return new Set()
  const { rows } = await sql<{ id: string }>`select id from ledger_holds where id = any (${ids}::uuid[])`.execute(db)
  return new Set(rows.map(({ id }) => id))
}
