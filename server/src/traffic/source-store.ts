import { CODE } from '@portico/contract/codes.ts'
import { type RawBuilder, sql } from 'kysely'
import { isCallId, timeOfCall } from '#crypto/call-id.ts'
import { TIME_STEPS_MS } from '#db/time-steps.ts'
import { FINAL_CALLS } from '#ledger/index.ts'
import { cutRange, type Span, type Step } from './cut-range.ts'
import { cameBy } from './error-count-store.ts'
import { isFailure, needsCalls, type Slice } from './slice.ts'
import { at, dayStart, within } from './time-store.ts'

type Sql = RawBuilder<unknown>

/** Rows with `at` and the columns for grouping, and how they are summed. */
export interface Source {
  rows: Sql
  counts: Sql
  times: Sql
  /** The sums of a chart; a step has no others. */
  drawn: Sql
}

const KEY = sql`login_id, api, function, method, priority, status_class`
const STEPS = [...TIME_STEPS_MS, 0].map((_, step) => sql.lit(step + 1))

/** A queued task has no duration yet. */
const IS_QUEUED = sql`status_class = 'queued'`
const CALLS_OF_ROLLUP = sql.join(
  STEPS.map((step) => sql`times[${step}]`),
  sql` + `,
)

const ROLLUP_COUNTS = sql`sum(requests)::bigint as requests, sum(tasks)::bigint as tasks, sum(results)::bigint as results,
  sum(cost_micros)::bigint as cost_micros, sum(errors)::bigint as errors,
  coalesce(sum(${CALLS_OF_ROLLUP}), 0)::bigint as calls, coalesce(sum(${CALLS_OF_ROLLUP}) filter (where ${IS_QUEUED}), 0)::bigint as queued`
const ROLLUP_DRAWN = sql`sum(tasks)::bigint as tasks, sum(cost_micros)::bigint as cost_micros`
const ROLLUP_TIMES = sql`array[${sql.join(STEPS.map((step) => sql`coalesce(sum(times[${step}]) filter (where not ${IS_QUEUED}), 0)`))}]::bigint[] as times`

/** A row may represent several calls of the same kind. */
const times = (condition: Sql) => sql`coalesce(sum(1 + repeats) filter (where ${condition}), 0)::bigint`
const CALL_TASKS = times(sql`task_id is not null`)
const CALL_COUNTS = sql`${times(sql`request_id = id`)} as requests, ${CALL_TASKS} as tasks,
  coalesce(sum(results), 0)::bigint as results, coalesce(sum(cost_micros), 0)::bigint as cost_micros,
  ${times(sql`status_class not in ('ok', 'queued')`)} as errors, ${times(sql`true`)} as calls,
  ${times(IS_QUEUED)} as queued`
const CALL_DRAWN = sql`${CALL_TASKS} as tasks, coalesce(sum(cost_micros), 0)::bigint as cost_micros`
const CALL_TIMES = sql`array[${sql.join(
  STEPS.map((step) => times(sql`time_step(time_ms) = ${step} and not ${IS_QUEUED}`)),
)}]::bigint[] as times`

/** The calls of a slice from the coarsest rollup that has its columns: the cost depends on the range, not on the history. */
export function sourceOf(slice: Slice, grain: Step): Source {
  if (needsCalls(slice)) return callSource(slice)
  return { rows: rollups(slice, grain), counts: ROLLUP_COUNTS, times: ROLLUP_TIMES, drawn: ROLLUP_DRAWN }
}

/** Single calls, with the tags that no rollup has. */
export function callSource(slice: Slice): Source {
  return { rows: calls(slice), counts: CALL_COUNTS, times: CALL_TIMES, drawn: CALL_DRAWN }
}

function calls(slice: Slice): Sql {
  const rows = callsOf(slice, sql`login_id = any (${slice.login_ids}::integer[])`, (column) =>
    within(column, slice.range),
  )
  return sql`select id, request_id, task_id, at, ${KEY}, tag, results, cost_micros, time_ms, repeats from ${rows}`
}

/** Tables and conditions; failed calls are found through their errors, which are few among all calls. */
export function callsOf(slice: Slice, login: Sql, time: (column: Sql) => Sql): Sql {
  const calls = sql`${login} and ${time(sql`calls.at`)} and ${matches(slice)}`
  if (!slice.has_errors || !isFailure(slice)) return sql`${FINAL_CALLS} calls where ${calls}`
  const { is_sandbox, status_class, status_code } = slice
  return sql`(
      select id, at from error_events where ${login} and ${time(sql`at`)} and kind = 'request' and is_sandbox = ${is_sandbox}
        and ${status_code === undefined ? sql`class = ${status_class}` : sql`code = ${status_code}`}
    ) failed join ${FINAL_CALLS} calls using (id, at) where ${calls}`
}

/** Days and hours lag behind, minutes never do: changed hours are read from their minutes, all in one snapshot. */
function rollups(slice: Slice, grain: Step): Sql {
  const { days, hours, whole_hours, minutes } = cutRange(slice.range, grain)
  const mine = sql`login_id = any (${slice.login_ids}::integer[])`
  const columns = sql`${KEY}, requests, tasks, results, cost_micros, errors, times`
  const matching = matches(slice)
  const hourIsFresh = sql`not exists (select from stale s where s.login_id = h.login_id and s.hour = h.hour)`
  const hasDays = days[0] < days[1]
  const hasHours = whole_hours[0] < whole_hours[1]
  const parts = [
    hasDays &&
      sql`
      select ${dayStart(sql`d.day`)} as at, ${columns} from usage_days d
        where ${mine} and d.day >= utc_day(${at(days[0])}) and d.day < utc_day(${at(days[1])}) and ${matching}
          and not exists (select from stale s where s.login_id = d.login_id
            and s.hour >= ${dayStart(sql`d.day`)} and s.hour < ${dayStart(sql`d.day + 1`)})`,
    hasDays &&
      sql`
      select h.hour as at, ${columns}
        from (${staleDays(days)}) s join usage_hours h on h.login_id = s.id and h.hour >= s.since and h.hour < s.until
        where ${hourIsFresh} and ${matching}`,
    ...hours.map(
      (span) => sql`
      select h.hour as at, ${columns} from usage_hours h where ${mine} and ${within(sql`h.hour`, span)} and ${hourIsFresh} and ${matching}`,
    ),
    hasHours &&
      sql`
      select m.minute as at, ${columns}
        from (${staleHours(sql`stale where ${within(sql`hour`, whole_hours)}`)}) s
        join usage_minutes m on m.login_id = s.id and m.minute >= s.hour and m.minute < s.until
        where ${matching}`,
    ...minutes.map(
      (span) =>
        sql`select m.minute as at, ${columns} from usage_minutes m where ${mine} and ${within(sql`m.minute`, span)} and ${matching}`,
    ),
  ]
  const rows = sql.join(
    parts.filter((part) => part !== false),
    sql` union all `,
  )
  // Read once for all parts: under row-level security every table reference costs a little.
  return sql`with stale as materialized (select login_id, hour from usage_stale where ${mine}) ${rows}`
}

function staleDays(days: Span): Sql {
  return sql`
    select id, ${dayStart(sql`day`)} as since, ${dayStart(sql`day + 1`)} as until
      from (select distinct login_id as id, utc_day(hour) as day from stale where ${within(sql`hour`, days)}) d
      offset 0`
}

/**
 * Hours that are read from their minutes. Their ends are columns, which `offset 0` preserves: under row-level security PostgreSQL
 * uses an index only for a comparison with a column, not with an expression.
 */
export function staleHours(source: Sql): Sql {
  return sql`select login_id as id, hour, hour + interval '1 hour' as until from ${source} offset 0`
}

/** Conditions on a row besides its login and time. */
export function matches(slice: Slice): Sql {
  const { functions, method, priority, status_class, status_code, tag, task_id, ip, via, is_sandbox } = slice
  const conditions = [
    sql`is_sandbox = ${is_sandbox}`,
    ...(functions ? [sql`api || '/' || function = any (${functions}::text[])`] : []),
    ...(method === undefined ? [] : [sql`method = ${method}`]),
    ...(priority === undefined ? [] : [sql`priority = ${priority}`]),
    ...(status_class === undefined ? [] : [sql`status_class = ${status_class}`]),
    ...(status_code === undefined ? [] : [sql`status_code = ${status_code}`]),
    ...(tag === undefined ? [] : [sql`tag = ${tag}`]),
    ...(task_id === undefined ? [] : [isNamed(task_id)]),
    // Errors store the address as well.
    ...(ip === undefined ? [] : [sql`calls.ip = ${ip}`]),
    ...(via === undefined ? [] : [cameBy(via, sql`calls.`)]),
  ]
  return sql.join(conditions, sql` and `)
}

const REQUEST_MS = 60_000

/**
 * Matches an id that the API returned: of a task, of a call without one, of the request with its tasks, or an unknown id that was
 * requested.
 */
function isNamed(id: string): Sql {
  const call = id.toLowerCase()
  if (!isCallId(call))
    return sql`(task_id = ${id} or (status_code = ${sql.lit(CODE.taskNotFound)} and right(path, ${id.length + 1}) = ${`/${id}`}))`
  const at_ms = timeOfCall(call).getTime()
  return sql`(id = ${call}::uuid or request_id = ${call}::uuid) and ${within(sql`calls.at`, [at_ms, at_ms + REQUEST_MS])}`
}
