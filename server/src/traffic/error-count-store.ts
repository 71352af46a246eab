import { CODE } from '@portico/contract/codes.ts'
import { type RawBuilder, sql } from 'kysely'
import { isCallId } from '#crypto/call-id.ts'
import type { Db } from '#db/db.ts'
import { cutRange, type Span } from './cut-range.ts'
import type { ErrorSlice } from './error-slice.ts'
import { at, dayStart, within } from './time-store.ts'

type Sql = RawBuilder<unknown>
export type CountGrain = 'hour' | 'day'

/** `count` is the number of rows, `repeats` that of the further calls that they represent. */
const COLUMNS = sql`is_sandbox, code, class, api, function, count, repeats, first_at, last_at`

/**
 * The errors of a slice as counts to be summed, with `at` as their step. The cost of the query depends on the number of days and
 * hours, not of errors. Hours are exact at once; a day with a recently changed hour is read from its hours. Only partial hours at
 * the ends of the range are counted row by row.
 */
export function counted(slice: ErrorSlice, grain: CountGrain, picked: Sql = picks(slice)): Sql {
  const range: Span = [slice.from.getTime(), slice.to.getTime()]
  // The counts have neither the task nor the origin of a call.
  if (slice.task_id !== undefined || slice.via !== undefined) return single(slice, range, picked)
  const { days, hours, minutes } = cutRange(range, grain)
  const mine = sql`login_id = any (${slice.login_ids}::integer[])`
  const stale = sql`select login_id, utc_day(hour) as day from usage_stale where ${mine} and ${within(sql`hour`, days)}`
  const parts = [
    ...(days[0] < days[1]
      ? [
          sql`
          select ${dayStart(sql`d.day`)} as at, ${COLUMNS} from error_days d
            where ${mine} and d.day >= utc_day(${at(days[0])}) and d.day < utc_day(${at(days[1])})
              and kind = ${slice.kind} and ${picked} and (login_id, d.day) not in (select login_id, day from stale)`,
          sql`
          select h.hour as at, ${COLUMNS} from (
              select login_id as id, ${dayStart(sql`day`)} as since, ${dayStart(sql`day + 1`)} as until
                from stale group by login_id, day
            ) s
            join error_hours h on h.login_id = s.id and h.hour >= s.since and h.hour < s.until
            where kind = ${slice.kind} and ${picked}`,
        ]
      : []),
    ...hours.map(
      (span) => sql`
        select h.hour as at, ${COLUMNS} from error_hours h
          where ${mine} and ${within(sql`h.hour`, span)} and kind = ${slice.kind} and ${picked}`,
    ),
    ...minutes.map((span) => single(slice, span, picked)),
  ]
  const rows = sql.join(parts, sql` union all `)
  // Read once for both parts: under row-level security every table reference costs a little.
  return days[0] < days[1] ? sql`with stale as materialized (${stale}) ${rows}` : rows
}

function single(slice: ErrorSlice, span: Span, picked: Sql): Sql {
  return sql`
    select at, is_sandbox, code, class, api, function, 1 as count, repeats, at as first_at, at as last_at from error_events
      where login_id = any (${slice.login_ids}::integer[]) and ${within(sql`at`, span)} and kind = ${slice.kind}
        and ${picked} and ${ofTask(slice)} and ${ofSource(slice)}`
}

export interface Step {
  at: Date
  /** Number of rows. */
  count: number
  /** Number of calls that they represent. */
  calls: number
}

/** Number of errors in every step that has any, in reading order. */
export async function stepCounts(db: Db, slice: ErrorSlice, grain: CountGrain, order: 'newest' | 'oldest') {
  const direction = order === 'newest' ? sql`desc` : sql`asc`
  const { rows } = await sql<Step>`${nameOf(slice, grain, order)}
    select date_trunc(${grain}, at, 'UTC') as at, sum(count)::bigint as count, sum(count + repeats)::bigint as calls from (${counted(slice, grain)}) c
      group by 1 order by 1 ${direction}`.execute(db)
  return rows
}

/** A prepared statement for the count of every page, because planning takes longer than counting. Each text has one name. */
function nameOf(slice: ErrorSlice, grain: CountGrain, order: string): Sql {
  const { days, hours, minutes } = cutRange([slice.from.getTime(), slice.to.getTime()], grain)
  // Row-by-row counts are better planned for their days each time.
  if (slice.task_id !== undefined || slice.via !== undefined || minutes.length > 0) return sql``
  const parts = [days[0] < days[1] ? 'days' : 'hours', hours.length]
  const filters = (['code', 'class', 'function'] as const).filter((name) => slice[name] !== undefined)
  return sql.raw(`/* ${['error_steps', grain, order, ...parts, ...filters].join('_')} */`)
}

/** Conditions on a row besides its login, kind, time and task. */
export function picks(slice: ErrorSlice): Sql {
  const conditions = [
    sql`is_sandbox = ${slice.is_sandbox}`,
    ...(slice.code === undefined ? [] : [sql`code = ${slice.code}`]),
    ...(slice.class === undefined ? [] : [sql`class = ${slice.class}`]),
    ...(slice.function === undefined ? [] : [sql`api || '/' || function = ${slice.function}`]),
  ]
  return sql.join(conditions, sql` and `)
}

/** A call is found by the index over usage and task; the tries of a webhook by an index of their own. */
export function ofTask({ task_id, kind, login_ids, from, to }: ErrorSlice): Sql {
  if (task_id === undefined) return sql`true`
  const call = task_id.toLowerCase()
  if (kind === 'webhook') return isCallId(call) ? sql`id = ${call}::uuid` : sql`task_id = ${task_id}`
  const calls = (named: Sql) => sql`(id, at) in (
    select u.id, u.at from usage_events u
      where ${named} and u.login_id = any (${login_ids}::integer[]) and u.at >= ${from} and u.at < ${to})`
  if (isCallId(call)) return sql`(id = ${call}::uuid or ${calls(sql`u.request_id = ${call}::uuid`)})`
  const missing = sql`code = ${sql.lit(CODE.taskNotFound)} and right(path, ${task_id.length + 1}) = ${`/${task_id}`}`
  return sql`(${calls(sql`u.task_id = ${task_id}`)} or (${missing}))`
}

export function ofSource({ via }: ErrorSlice): Sql {
  return via === undefined ? sql`true` : cameBy(via)
}

/** A call and its error have the same origin columns. */
export function cameBy(via: string, of: Sql = sql``): Sql {
  if (via === 'program') return sql`${of}via is null`
  return /^\d/.test(via) ? sql`${of}agent_id = ${Number(via)}` : sql`${of}via = ${via}`
}
