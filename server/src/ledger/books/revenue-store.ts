import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#db/db.ts'
import { end, start } from './books-store.ts'

export type RevenueBy = 'day' | 'api' | 'customer'

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
  /** A UTC day, an API or the id of an owner; null where a transaction has none. */
  key: string | null
  metric: RevenueMetric
  micros: number
}

const KEYS: Record<RevenueBy, RawBuilder<unknown>> = {
  day: sql`to_char(m.day, 'YYYY-MM-DD')`,
  api: sql`m.api`,
  customer: sql`l.owner_id::text`,
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
export async function revenueRows(db: Db, by: RevenueBy, from: string, to: string): Promise<RevenueRow[]> {
  const { rows } = await sql<RevenueRow>`
    select ${KEYS[by]} as key, m.metric, sum(m.micros)::bigint as micros from (
      select 'usage' as metric, s.login_id, s.day, ${by === 'api' ? sql`s.scope` : sql`null`} as api, -s.spent_micros as micros
        from spend_days d join spend_days s on s.login_id = d.login_id and s.day = d.day
        where d.scope = '' and d.day between ${from}::date and ${to}::date
          and ${by === 'api' ? sql`is_api_scope(s.scope)` : sql`s.scope = ''`}
      union all
      select 'usage', login_id, utc_day(at), api, -refunded_micros from usage_outcomes
        where refunded_micros > 0 and id >= call_floor(${start(from)}) and id < call_floor(${end(to)})
      union all
      select 'usage', r.login_id, utc_day(r.at), e.api, -r.amount_micros from usage_refunds r join usage_events e on e.id = r.id and e.at = r.at
        where r.at >= ${start(from)} and r.at < ${end(to)}
      union all
      select ${METRIC}, a.api_login_id, utc_day(t.at),
          case when t.kind = 'refund' and ${METRIC} <> 'payment_refunds' then split_part(t.memo, '/', 1) end, e.amount_micros
        from ledger_transactions t join ledger_entries e on e.transaction_id = t.id
        join ledger_accounts a on a.id = e.account_id and a.api_login_id is not null
        where t.kind <> 'usage' and t.at >= ${start(from)} and t.at < ${end(to)}
    ) m join api_logins l on l.id = m.login_id group by 1, 2 having sum(m.micros) <> 0`.execute(db)
  return rows
}

/** The current balance of all customers together. */
export async function balanceSum(db: Db): Promise<number> {
  const { rows } = await sql<{ micros: number }>`
    select coalesce(sum(balance_micros), 0)::bigint as micros from ledger_accounts where api_login_id is not null`.execute(
    db,
  )
  return rows[0]?.micros ?? 0
}

/** A part of one UTC day. */
export interface PartOfDay {
  day: string
  until: Date
}

/**
 * What calls of a UTC day were charged before a moment of it, and how many accounts were. The same sum as the usage of
 * `revenueRows`, from the minutes, as days have no times.
 */
export async function usageUntil(db: Db, { day, until }: PartOfDay): Promise<{ micros: number; customers: number }> {
  const { rows } = await sql<{ micros: number; customers: number }>`
    select coalesce(sum(u.micros), 0)::bigint as micros, count(distinct l.owner_id) filter (where u.micros > 0)::integer as customers
      from (
        select m.login_id, m.cost_micros as micros
          from spend_days d join usage_minutes m on m.login_id = d.login_id and m.minute >= ${start(day)} and m.minute < ${until} and not m.is_sandbox
          where d.scope = '' and d.day = ${day}::date
        union all
        select login_id, refunded_micros from usage_outcomes
          where refunded_micros > 0 and id >= call_floor(${start(day)}) and id < call_floor(${until})
        union all
        select login_id, amount_micros from usage_refunds where at >= ${start(day)} and at < ${until}
      ) u join api_logins l on l.id = u.login_id`.execute(db)
  return rows[0] ?? { micros: 0, customers: 0 }
}
