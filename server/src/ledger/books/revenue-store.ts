import type { RevenueBy } from '@portico/contract/operator-revenue.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#db/db.ts'
import { end, start } from './books-store.ts'

/** Kinds of transactions between customers and us, with the sign of the change of their balances: usage is negative. */
export const REVENUE_METRICS = [
  'usage',
  'returned',
  'refunded',
  'payments',
  'subscriptions',
  'payment_refunds',
  'disputes',
  'credits',
  'promos',
  'purchases',
  'transfers',
] as const
export type RevenueMetric = (typeof REVENUE_METRICS)[number]

export interface RevenueRow {
  /** A UTC day, an API, a function, the id of a white-label, a country or the id of an owner; null where there is none. */
  key: string | null
  metric: RevenueMetric
  micros: number
}

/** Everything, or a part; a null country: of customers whose country is not known. */
export interface RevenueFilter {
  api?: string | undefined
  /** As `api/function`. */
  function?: string | undefined
  wl_id?: number | undefined
  country?: string | null | undefined
  owner_id?: number | undefined
}

const KEYS: Record<RevenueBy, RawBuilder<unknown>> = {
  day: sql`to_char(m.day, 'YYYY-MM-DD')`,
  api: sql`split_part(m.scope, '/', 1)`,
  function: sql`m.scope`,
  brand: sql`u.wl_id::text`,
  country: sql`u.country`,
  customer: sql`l.owner_id::text`,
}

/** Only what the keys and the filter need: joining each row with its customer takes longer than reading it. */
function customersOf(by: RevenueBy, { wl_id, country, owner_id }: RevenueFilter): RawBuilder<unknown> {
  if (by === 'brand' || by === 'country' || wl_id !== undefined || country !== undefined)
    return sql`join api_logins l on l.id = m.login_id join users u on u.id = l.owner_id`
  return by === 'customer' || owner_id !== undefined ? sql`join api_logins l on l.id = m.login_id` : sql``
}

function ofCustomers({ wl_id, country, owner_id }: RevenueFilter): RawBuilder<boolean> {
  return sql.join(
    [
      sql`true`,
      ...(wl_id === undefined ? [] : [sql`u.wl_id = ${wl_id}`]),
      ...(country === undefined ? [] : [sql`u.country is not distinct from ${country}::text`]),
      ...(owner_id === undefined ? [] : [sql`l.owner_id = ${owner_id}`]),
    ],
    sql` and `,
  )
}

/** Calls have a scope, `api/function`, other transactions none. */
function ofCalls(filter: RevenueFilter): RawBuilder<boolean> {
  if (filter.function !== undefined) return sql`m.scope = ${filter.function}`
  return filter.api === undefined ? sql`true` : sql`split_part(m.scope, '/', 1) = ${filter.api}`
}

/** The sums of days that are read: of all calls, of each API or of each function. */
function scopesOf(by: RevenueBy, filter: RevenueFilter): RawBuilder<boolean> {
  if (by === 'function' || filter.function !== undefined) return sql`is_function_scope(s.scope)`
  return by === 'api' || filter.api !== undefined ? sql`is_api_scope(s.scope)` : sql`s.scope = ''`
}

/** Only refunds of single calls, by their API; the others belong to payments. */
const METRIC = sql`case
  when t.kind = 'payment' then
    case when exists (select from payment_orders o where o.reference = t.memo and o.purpose = 'subscription') then 'subscriptions' else 'payments' end
  when t.kind = 'refund' and t.actor = 'gateway' then 'returned'
  when t.kind = 'refund' and exists (select from usage_refunds r where r.booking_id = t.id) then 'refunded'
  when t.kind = 'refund' then 'payment_refunds'
  when t.kind in ('dispute', 'dispute_won', 'dispute_fee') then 'disputes'
  when t.kind in ('gift', 'correction') then 'credits'
  when t.kind = 'promo' then 'promos'
  when t.kind = 'purchase' then 'purchases'
  when t.kind = 'transfer' then 'transfers' end`

/**
 * Bookings of these days, both included. Calls come from the sums of days, which are net, plus their refunds; everything else from
 * the ledger, by the time it was booked. `books` proves that both agree.
 */
export async function revenueRows(
  db: Db,
  { by, from, to, ...filter }: RevenueFilter & { by: RevenueBy; from: string; to: string },
): Promise<RevenueRow[]> {
  const { rows } = await sql<RevenueRow>`
    select ${KEYS[by]} as key, m.metric, sum(m.micros)::bigint as micros from (
      select 'usage' as metric, login_id, day, scope, -micros as micros from (${chargesOf(by, from, to, filter)}) c
      union all
      select ${METRIC}, a.api_login_id, utc_day(t.at),
          case when t.kind = 'refund' and ${METRIC} <> 'payment_refunds' then split_part(t.memo, ' ', 1) end, e.amount_micros
        from ledger_transactions t join ledger_entries e on e.transaction_id = t.id
        join ledger_accounts a on a.id = e.account_id and a.api_login_id is not null
        where t.kind <> 'usage' and t.at >= ${start(from)} and t.at < ${end(to)}
    ) m ${customersOf(by, filter)}
    where ${ofCustomers(filter)} and ${ofCalls(filter)}
    group by 1, 2 having sum(m.micros) <> 0`.execute(db)
  return rows
}

/** The charges of calls before refunds: the sums of days, which are net, and what was given back. */
function chargesOf(by: RevenueBy, from: string, to: string, filter: RevenueFilter): RawBuilder<unknown> {
  return sql`
    select s.login_id, s.day, nullif(s.scope, '') as scope, s.spent_micros as micros
      from spend_days d join spend_days s on s.login_id = d.login_id and s.day = d.day
      where d.scope = '' and d.day between ${from}::date and ${to}::date and ${scopesOf(by, filter)}
    union all
    select login_id, utc_day(at), api || '/' || function, refunded_micros from usage_outcomes
      where refunded_micros > 0 and id >= call_floor(${start(from)}) and id < call_floor(${end(to)})
    union all
    select r.login_id, utc_day(r.at), split_part(t.memo, ' ', 1), r.amount_micros
      from usage_refunds r join ledger_transactions t on t.id = r.booking_id
      where r.at >= ${start(from)} and r.at < ${end(to)}`
}

export interface Spender {
  owner_id: number
  /** As in `revenueRows`: negative. */
  usage_micros: number
}

/** The customers whose calls were charged most, the first one first. */
export async function topSpenders(
  db: Db,
  { from, to, ...filter }: RevenueFilter & { from: string; to: string },
  limit: number,
): Promise<Spender[]> {
  const { rows } = await sql<Spender>`
    select l.owner_id, -sum(m.micros)::bigint as usage_micros
      from (${chargesOf('customer', from, to, filter)}) m ${customersOf('customer', filter)}
      where ${ofCustomers(filter)} and ${ofCalls(filter)}
      group by 1 having sum(m.micros) <> 0 order by 2, 1 limit ${limit}`.execute(db)
  return rows
}

/** The current balance of these customers together. */
export async function balanceSum(db: Db, filter: RevenueFilter): Promise<number> {
  const { rows } = await sql<{ micros: number }>`
    select coalesce(sum(a.balance_micros), 0)::bigint as micros from ledger_accounts a
      join api_logins l on l.id = a.api_login_id join users u on u.id = l.owner_id
      where ${ofCustomers(filter)}`.execute(db)
  return rows[0]?.micros ?? 0
}

export interface CallCount {
  key: string | null
  day: string
  scope: string
  calls: number
  results: number
}

/**
 * Calls that were answered, by day and function, for what they cost at the source. Days that changed since they were summed up are
 * read from their minutes.
 */
export async function callCounts(
  db: Db,
  { by, from, to, ...filter }: RevenueFilter & { by: RevenueBy; from: string; to: string },
): Promise<CallCount[]> {
  const { rows } = await sql<CallCount>`
    with stale as (
      select login_id, utc_day(hour) as day from usage_stale where hour >= ${start(from)} and hour < ${end(to)} group by 1, 2
    )
    select ${KEYS[by]} as key, to_char(m.day, 'YYYY-MM-DD') as day, m.scope,
        greatest(sum(m.tasks), sum(m.requests))::bigint as calls, sum(m.results)::bigint as results
      from (
        select login_id, day, api || '/' || function as scope, tasks, requests, results from usage_days c
          where day between ${from}::date and ${to}::date and not is_sandbox and status_class = 'ok'
            and not exists (select from stale s where s.login_id = c.login_id and s.day = c.day)
        union all
        select m.login_id, s.day, m.api || '/' || m.function, m.tasks, m.requests, m.results from stale s
          join usage_minutes m on m.login_id = s.login_id and m.minute >= s.day::timestamp at time zone 'UTC'
            and m.minute < (s.day + 1)::timestamp at time zone 'UTC'
          where not m.is_sandbox and m.status_class = 'ok'
      ) m ${customersOf(by, filter)}
      where ${ofCustomers(filter)} and ${ofCalls(filter)}
      group by 1, 2, 3`.execute(db)
  return rows
}
