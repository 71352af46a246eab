import { CODE } from '@portico/contract/codes.ts'
import { sql } from 'kysely'
import type { Db } from '#db/db.ts'
import { end, start, texts } from './books-store.ts'
import { FROM_PAYMENTS } from './payment-books-store.ts'

const call = (of: string) =>
  sql.join(
    ['login_id', 'task_id', 'api', 'function', 'method', 'priority', 'is_sandbox'].map((name) =>
      sql.ref(`${of}.${name}`),
    ),
  )

/** The outcome of a posted task, or of a call that was booked although its caller was refused. */
const ENDS = sql`(e.status_code = ${sql.lit(CODE.taskCreated)} or (o.status_code = ${sql.lit(CODE.unavailable)} and e.status_class = 'ok' and o.refunded_micros = e.cost_micros))`

/**
 * Task by task: an outcome belongs to the call that posted it, and its refund equals the refund in the ledger, to the same login;
 * refunds by the operator are another list. Tasks that ended before outcomes were stored exist in the ledger alone.
 */
export function outcomeFaults(db: Db): Promise<string[]> {
  return texts(
    db,
    sql`
    select format('call %s: its outcome gives back %s to login %s, ledger has %s to login %s', o.id, coalesce(o.refunded_micros, 0),
        o.login_id, coalesce(l.amount_micros, 0), l.api_login_id) as text
      from (select *, refund_id(id) as refund from usage_outcomes where refunded_micros > 0) o
      full join (
        select t.id as refund, t.memo, e.amount_micros, a.api_login_id
          from ledger_transactions t join ledger_entries e on e.transaction_id = t.id
          join ledger_accounts a on a.id = e.account_id and a.api_login_id is not null
          where t.kind = 'refund' and not ${FROM_PAYMENTS} and not exists (select from usage_refunds r where r.booking_id = t.id)
      ) l using (refund)
      where (o.refunded_micros, o.login_id) is distinct from (l.amount_micros, l.api_login_id) and not (o.id is null and exists (
        select from usage_events e where e.task_id = substring(l.memo from '[^ ]+$') and e.status_class = 'ok'))
        and not (o.id is null and exists (select from moved_days m where m.kind = 'usage' and m.state = 'moved'
          and to_char(m.day, 'MMDD') = left(substring(l.memo from '[^ ]+$'), 4)))
    union all
    select format('call %s: its outcome does not belong to a posted task', o.id)
      from usage_outcomes o left join usage_events e on e.id = o.id and e.at = o.at
      where (${ENDS} is not true or (${call('o')}) is distinct from (${call('e')})
        or o.refunded_micros > e.cost_micros)
        and not exists (select from moved_days m where m.kind = 'usage' and m.state = 'moved' and m.day = utc_day(o.at))`,
  )
}

/** The same for tasks posted on one day; a refund without an outcome has no such day. */
export function outcomeDayFaults(db: Db, day: string): Promise<string[]> {
  return texts(
    db,
    sql`
    select case when o.refunded_micros is distinct from coalesce(l.micros, 0)
          then format('call %s: its outcome gives back %s to login %s, ledger has %s', o.id, o.refunded_micros, o.login_id, coalesce(l.micros, 0))
          else format('call %s: its outcome does not belong to a posted task', o.id) end as text
      from usage_outcomes o
      left join usage_events e on e.id = o.id and e.at = o.at and e.at >= ${start(day)} and e.at < ${end(day)}
      left join ledger_accounts a on a.api_login_id = o.login_id
      left join lateral (
        select b.amount_micros as micros from ledger_entries b where b.transaction_id = refund_id(o.id) and b.account_id = a.id
      ) l on true
      where o.id >= call_floor(${start(day)}) and o.id < call_floor(${end(day)})
        and (o.refunded_micros is distinct from coalesce(l.micros, 0) or ${ENDS} is not true
          or (${call('o')}) is distinct from (${call('e')}) or o.refunded_micros > e.cost_micros)`,
  )
}

/** Call by call: refunds by the operator equal those in the ledger, to the same login, and do not exceed the cost. */
export function refundFaults(db: Db): Promise<string[]> {
  return texts(
    db,
    sql`
    select format('call %s: %s was refunded to login %s, ledger has %s, it cost %s', r.id, r.amount_micros, r.login_id,
        coalesce(b.amount_micros, 0), coalesce(e.cost_micros - coalesce(o.refunded_micros, 0), 0)) as text
      from usage_refunds r
      left join ledger_accounts a on a.api_login_id = r.login_id
      left join ledger_entries b on b.transaction_id = r.booking_id and b.account_id = a.id
      left join usage_events e on e.id = r.id and e.at = r.at and e.login_id = r.login_id
      left join usage_outcomes o on o.id = r.id
      where r.amount_micros is distinct from b.amount_micros
        or (r.amount_micros > coalesce(e.cost_micros - coalesce(o.refunded_micros, 0), 0)
          and not (e.id is null and exists (select from moved_days m where m.kind = 'usage' and m.state = 'moved' and m.day = utc_day(r.at))))`,
  )
}
