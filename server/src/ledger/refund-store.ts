import { sql } from 'kysely'
import { timeOfCall } from '#crypto/call-id.ts'
import type { Db } from '#db/db.ts'
import { countedAt } from './minute-store.ts'

export interface ChargedCall {
  id: string
  at: Date
  owner_id: number
  login_id: number
  api: string
  function: string
  method: string
  priority: number
  task_id: string | null
  status_code: number
  status_class: string
  cost_micros: number
  is_sandbox: boolean
}

const COLUMNS = sql`id, at, owner_id, login_id, api, function, method, priority, task_id, status_code, status_class, cost_micros, is_sandbox`

/** Calls with this task that cost something; fetching its result is free. */
export async function callsOfTask(db: Db, task_id: string): Promise<ChargedCall[]> {
  const { rows } = await sql<ChargedCall>`
    select ${COLUMNS} from usage_events where task_id = ${task_id} and cost_micros > 0 order by id limit 10`.execute(db)
  return rows
}

export async function callWith(db: Db, id: string): Promise<ChargedCall | undefined> {
  const { rows } = await sql<ChargedCall>`
    select ${COLUMNS} from usage_events where id = ${id} and at = ${timeOfCall(id)}`.execute(db)
  return rows[0]
}

/** All calls of the request that begins with this call; they follow it within moments. */
export async function callsOfRequest(db: Db, id: string): Promise<ChargedCall[]> {
  const at = timeOfCall(id)
  const { rows } = await sql<ChargedCall>`
    select ${COLUMNS} from usage_events e
      where e.at >= ${at} and e.at < ${at}::timestamptz + interval '1 minute' and (e.request_id = ${id} or e.id = ${id})
        and e.login_id = (select f.login_id from usage_events f where f.id = ${id} and f.at = ${at})
      order by e.id limit 200`.execute(db)
  return rows
}

/** Those of these calls that still cost something: neither their end nor the operator refunded it. */
export async function chargedCalls(db: Db, calls: { id: string; login_id: number }[]): Promise<ChargedCall[]> {
  if (calls.length === 0) return []
  const ids = calls.map(({ id }) => id)
  const { rows } = await sql<ChargedCall>`
    select ${COLUMNS} from usage_events e
      where e.id = any (${ids}::uuid[]) and e.at = any (select call_time(id) from unnest(${ids}::uuid[]) as id)
        and e.cost_micros > coalesce((select o.refunded_micros from usage_outcomes o where o.id = e.id), 0)
        and not exists (select from usage_refunds r where r.id = e.id)`.execute(db)
  return rows
}

/** The end of a task and earlier refunds of the call; the account is locked by then. */
export async function endStateOf(db: Db, id: string) {
  const { rows } = await sql<{
    end_class: string | null
    returned_micros: number
    refunded_micros: number | null
    refunded_at: Date | null
    actor: string | null
    reason: string | null
  }>`
    select o.status_class as end_class, coalesce(o.refunded_micros, 0) as returned_micros, r.amount_micros as refunded_micros, r.refunded_at,
        r.actor, r.reason
      from (values (${id}::uuid)) as c (id) left join usage_outcomes o on o.id = c.id left join usage_refunds r on r.id = c.id`.execute(
    db,
  )
  const [row] = rows
  if (!row) throw new Error(`end state of call ${id} is missing`)
  return row
}

interface RefundRow {
  amount_micros: number
  booking_id: string
  refunded_at: Date
  actor: string
  reason: string
}

/** Lowers the cost of the call in every metric of its minute and its day. The caller has locked the account. */
export async function insertRefund(db: Db, call: ChargedCall, end_class: string, row: RefundRow): Promise<void> {
  const { id, at, login_id, api, method, priority, is_sandbox } = call
  const { amount_micros } = row
  await db
    .insertInto('usage_refunds')
    .values({ id, at, login_id, ...row })
    .execute()
  const minute = await countedAt(db, login_id, at)
  const { numAffectedRows } = await sql`
    update usage_minutes set cost_micros = cost_micros - ${amount_micros}
      where login_id = ${login_id} and minute = ${minute} and api = ${api} and function = ${call.function}
        and method = ${method} and priority = ${priority} and status_class = ${end_class} and is_sandbox = ${is_sandbox}`.execute(
    db,
  )
  if (numAffectedRows !== 1n) throw new Error(`call ${id} is in ${numAffectedRows} rows of usage_minutes`)
  await sql`
    insert into usage_stale (login_id, hour) values (${login_id}, date_trunc('hour', ${at}::timestamptz, 'UTC')) on conflict do nothing`.execute(
    db,
  )
  const scopes = sql`select unnest(spend_scopes(e)) from usage_events e where e.id = ${id} and e.at = ${at}`
  await sql`
    update spend_days set spent_micros = case when is_tag_scope(scope) then greatest(spent_micros - ${amount_micros}, 0) else spent_micros - ${amount_micros} end
      where login_id = ${login_id} and day = utc_day(${at}::timestamptz) and scope in (${scopes})`.execute(db)
  await sql`
    update spend_totals set spent_micros = spent_micros - ${amount_micros} where login_id = ${login_id} and scope in (${scopes})`.execute(
    db,
  )
}
