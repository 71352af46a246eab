import { sql } from 'kysely'
import type { Db } from '#db/db.ts'
import { end, start, texts, within } from './books-store.ts'

/** Days whose usage is in a file; the rows that are in the table again are not all of them. */
export async function movedUsageDays(db: Db): Promise<ReadonlySet<string>> {
  return daysOf(db, 'usage')
}

export async function movedErrorDays(db: Db): Promise<ReadonlySet<string>> {
  return daysOf(db, 'errors')
}

async function daysOf(db: Db, kind: 'usage' | 'errors'): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ day: string }>`
    select day::text as day from moved_days where kind = ${kind} and state = 'moved'`.execute(db)
  return new Set(rows.map(({ day }) => day))
}

/** Login by login: what the file of a day has was charged in the ledger, and what was not given back since is in the sums of the day. */
export function movedUsageFaults(db: Db, day: string): Promise<string[]> {
  return texts(
    db,
    sql`
    select format('login %s, %s: the file of the day has %s in %s calls, ledger has %s, rollups have %s after %s given back', login_id, ${day}::text,
        coalesce(f.micros, 0), coalesce(f.rows, 0), coalesce(l.micros, 0), coalesce(u.micros, 0), coalesce(b.micros, 0)) as text
      from (
        select login_id, sum(rows) as rows, sum(cost_micros) as micros from moved_hours
          where kind = 'usage' and ${within('hour', day)} group by 1
      ) f
      full join (
        select a.api_login_id as login_id, -sum(e.amount_micros) as micros
          from ledger_transactions t join ledger_entries e on e.transaction_id = t.id
          join ledger_accounts a on a.id = e.account_id and a.api_login_id is not null
          where t.kind = 'usage' and t.id >= call_floor(${start(day)}) and t.id < call_floor(${end(day)}) group by 1
      ) l using (login_id)
      full join (select login_id, sum(cost_micros) as micros from usage_minutes where ${within('minute', day)} group by 1) u using (login_id)
      left join lateral (
        select coalesce((select sum(refunded_micros) from usage_outcomes o where o.login_id = login_id_of.id
            and o.id >= call_floor(${start(day)}) and o.id < call_floor(${end(day)})), 0)
          + coalesce((select sum(amount_micros) from usage_refunds r where r.login_id = login_id_of.id and ${within('r.at', day)}), 0) as micros
          from (select login_id as id) login_id_of
      ) b on true
      where (coalesce(f.micros, 0), coalesce(f.micros, 0) - b.micros) is distinct from (coalesce(l.micros, 0), coalesce(u.micros, 0))
    union all
    select format('%s: the file of usage has %s rows of %s, its hours %s of %s', day, rows, cost_micros, h.rows_sum, h.micros)
      from moved_days m cross join lateral (
        select coalesce(sum(h.rows), 0) as rows_sum, coalesce(sum(h.cost_micros), 0) as micros from moved_hours h where h.kind = 'usage' and ${within('h.hour', day)}
      ) h
      where kind = 'usage' and day = ${day}::date and state <> 'writing' and (m.rows, m.cost_micros) is distinct from (h.rows_sum, h.micros)`,
  )
}

/** Login by login and hour by hour: the file has as many errors as were counted. */
export function movedErrorFaults(db: Db, day: string): Promise<string[]> {
  return texts(
    db,
    sql`
    select format('login %s, %s: the file of the day has %s errors, counted are %s', login_id, hour, coalesce(f.rows, 0), coalesce(c.rows, 0)) as text
      from (select login_id, hour, rows from moved_hours where kind = 'errors' and ${within('hour', day)}) f
      full join (select login_id, hour, sum(count) as rows from error_hours where ${within('hour', day)} group by 1, 2) c using (login_id, hour)
      where f.rows is distinct from c.rows`,
  )
}
