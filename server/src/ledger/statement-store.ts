import type { TransactionKind } from '@portico/contract/billing.ts'
import { sql } from 'kysely'
import type { Db } from '#db/db.ts'
import { OF_CUSTOMERS } from './store.ts'

export interface StatementLine {
  /** Sort key: by day, then single transactions by their time, then the sums of the day. */
  key: string
  kind: TransactionKind
  /** Time of the first of its entries. */
  at: Date
  api: string | null
  memo: string
  /** The login on the other side of a transfer. */
  counterpart: string | null
  count: number
  amount_micros: number
  balance_micros: number
}

export interface StatementSums {
  opening_micros: number
  in_micros: number
  out_micros: number
  closing_micros: number
}

export interface StatementFilter {
  from: Date
  /** Not included. */
  to: Date
  kind?: TransactionKind | undefined
  /** Newest first, and only lines before this key; without it oldest first. */
  newest?: { before: string | undefined; limit: number }
}

type Row = StatementSums & { [K in keyof StatementLine]: StatementLine[K] | null }

/**
 * Every change of a login's balance in a period, from the entries of the ledger alone, in one snapshot. Calls are found by their
 * ids, which carry their time, everything else by its own time. The balance at the end of the period is the current one without
 * later entries.
 */
export async function readStatement(
  db: Db,
  login_id: number,
  { from, to, kind, newest }: StatementFilter,
): Promise<StatementSums & { lines: StatementLine[] }> {
  const moment = sql`to_char(t.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US')`
  const is_call = sql`t.kind = 'usage' or (t.kind = 'refund' and t.actor = 'gateway')`
  const wanted = kind === undefined ? sql`true` : sql`kind = ${kind}`
  const before = newest?.before === undefined ? sql`true` : sql`key < ${newest.before} collate "C"`
  const page = newest ? sql`order by key desc limit ${newest.limit}` : sql`order by key`
  const { rows } = await sql<Row>`
    with account as (select id, balance_micros from ledger_accounts where api_login_id = ${login_id}),
    moved as (
      select t.id, t.kind, t.actor, t.memo, t.at, t.calls, e.amount_micros
        from account a join ledger_entries e on e.account_id = a.id and e.transaction_id >= call_floor(${from}::timestamptz)
        join ledger_transactions t on t.id = e.transaction_id
        where t.kind = 'usage' and t.at >= ${from} and ${OF_CUSTOMERS}
      union all
      select t.id, t.kind, t.actor, t.memo, t.at, t.calls, e.amount_micros
        from ledger_transactions t join ledger_entries e on e.transaction_id = t.id join account a on a.id = e.account_id
        where t.kind <> 'usage' and t.at >= ${from}
    ),
    keyed as (
      select case when t.at >= ${to} then '~'
            when ${is_call} then left(${moment}, 10) || '|1|' || t.kind || '|' || split_part(t.memo, '/', 1)
            else left(${moment}, 10) || '|0|' || ${moment} || '|' || t.id end collate "C" as key,
          case when t.kind = 'refund' and t.actor = 'gateway' then 'usage_refund'
            when t.kind = 'refund' and exists (select from usage_refunds r where r.booking_id = t.id) then 'call_refund'
            else t.kind end as kind,
          case when ${is_call} then split_part(t.memo, '/', 1) end as api, case when ${is_call} then '' else t.memo end as memo,
          t.at, t.calls, t.amount_micros
        from moved t
    ),
    summed as (
      select key, min(kind) as kind, min(api) as api, min(memo) as memo, min(at) as at, sum(calls) as count,
          sum(amount_micros)::bigint as amount_micros
        from keyed group by key
    ),
    lines as materialized (
      select s.*, (a.balance_micros - sum(amount_micros) over () + sum(amount_micros) over (order by key))::bigint as balance_micros
        from summed s cross join account a
    ),
    sums as (
      select (a.balance_micros - coalesce(sum(l.amount_micros), 0))::bigint as opening_micros,
          coalesce(sum(l.amount_micros) filter (where l.key <> '~' and l.amount_micros > 0), 0)::bigint as in_micros,
          coalesce(sum(l.amount_micros) filter (where l.key <> '~' and l.amount_micros < 0), 0)::bigint as out_micros,
          (a.balance_micros - coalesce(sum(l.amount_micros) filter (where l.key = '~'), 0))::bigint as closing_micros
        from account a left join lines l on true group by a.balance_micros
    ),
    page as (select * from lines where key <> '~' and ${wanted} and ${before} ${page})
    select sums.*, page.key, page.kind, page.api, page.memo, page.at, page.count, page.amount_micros, page.balance_micros,
        case when page.kind = 'transfer' then (
          select substr(min(other.name), length('login:') + 1) from ledger_entries e join ledger_accounts other on other.id = e.account_id
            where e.transaction_id = split_part(page.key, '|', 4)::uuid and other.id not in (select id from account)
        ) end as counterpart
      from sums left join page on true order by page.key ${newest ? sql`desc` : sql`asc`}`.execute(db)
  const [first] = rows
  const { opening_micros = 0, in_micros = 0, out_micros = 0, closing_micros = 0 } = first ?? {}
  return { opening_micros, in_micros, out_micros, closing_micros, lines: rows.filter(isLine) }
}

function isLine(row: Row): row is StatementSums & StatementLine {
  return row.key !== null
}
