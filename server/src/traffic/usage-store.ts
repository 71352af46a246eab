import type { Group } from '@portico/contract/usage-totals.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#db/db.ts'
import { FINAL_CALLS } from '#ledger/index.ts'
import type { Step } from './cut-range.ts'
import type { Slice } from './slice.ts'
import { callSource, matches, sourceOf, staleHours } from './source-store.ts'
import { within } from './time-store.ts'

export interface Totals {
  requests: number
  tasks: number
  results: number
  cost_micros: number
  errors: number
  calls: number
  /** Calls whose task has not ended yet. */
  queued: number
}

export interface SumRow extends Totals {
  api: string
  function: string
  method: 'live' | 'task' | 'reference'
  priority: number
  /** Histogram of durations by the ledger's steps, without queued tasks. */
  times: number[]
}

/** Rows by function, method and priority; all totals are sums of these. */
export async function sumRows(db: Db, slice: Slice): Promise<SumRow[]> {
  const { rows, counts, times } = sourceOf(slice, 'day')
  const found = await sql<SumRow>`
    select api, function, method, priority, ${counts}, ${times} from (${rows}) counted
      group by api, function, method, priority order by api, function, method, priority`.execute(db)
  return found.rows
}

/** The column of each grouping in the rows of a source. */
const KEYS: Record<Group, RawBuilder<unknown>> = {
  function: sql`api || '/' || function`,
  api: sql`api`,
  login: sql`login_id::text`,
  tag: sql`coalesce(tag, '')`,
  priority: sql`priority::text`,
  status: sql`status_class`,
}

/** Dimensions of the usage API: those of the screen, and the UTC day. */
export type Dimension = Group | 'day'

function keyOf(dimension: Dimension): RawBuilder<unknown> {
  return dimension === 'day' ? sql`to_char(at at time zone 'UTC', 'YYYY-MM-DD')` : KEYS[dimension]
}

function groupedSource(slice: Slice, grain: Step, group: Group) {
  const { rows, ...sums } = group === 'tag' ? callSource(slice) : sourceOf(slice, grain)
  return { ...sums, rows: sql`select counted.*, ${KEYS[group]} as key from (${rows}) counted` }
}

function stepOf(grain: Step): RawBuilder<Date> {
  return grain === 'quarter' ? sql`date_bin('15 minutes', at, 'epoch')` : sql`date_trunc(${grain}, at, 'UTC')`
}

/** A step of the chart for one group, or for one status class if `key` is null. */
export interface StepRow {
  at: Date
  key: string | null
  status_class: string | null
  tasks: number
  cost_micros: number
}

export async function stepRows(db: Db, slice: Slice, grain: Step, group: Group): Promise<StepRow[]> {
  const { rows, drawn } = groupedSource(slice, grain, group)
  const found = await sql<StepRow>`
    select ${stepOf(grain)} as at, key, status_class, ${drawn}
      from (${rows}) keyed group by grouping sets ((1, key), (1, status_class))`.execute(db)
  return found.rows
}

/** Totals of a step. */
export async function stepSums(
  db: Db,
  slice: Slice,
  grain: Step,
): Promise<Pick<StepRow, 'at' | 'tasks' | 'cost_micros'>[]> {
  const { rows, drawn } = sourceOf(slice, grain)
  const found = await sql<Pick<StepRow, 'at' | 'tasks' | 'cost_micros'>>`
    select ${stepOf(grain)} as at, ${drawn} from (${rows}) counted group by 1`.execute(db)
  return found.rows
}

export interface DayRow {
  /** The UTC day. */
  at: Date
  login_id: number
  api: string
  function: string
  tasks: number
  cost_micros: number
}

/** Costs by UTC day, login, API and function. */
export async function dayRows(db: Db, slice: Slice): Promise<DayRow[]> {
  const { rows, drawn } = sourceOf(slice, 'day')
  const found = await sql<DayRow>`
    select date_trunc('day', at, 'UTC') as at, login_id, api, function, ${drawn} from (${rows}) counted
      group by 1, 2, 3, 4 order by 1, 2, 3, 4`.execute(db)
  return found.rows
}

export type GroupSum = Totals & { key: string; times: number[] }

/** The most expensive groups. */
export async function groupSums(db: Db, slice: Slice, group: Group, limit: number): Promise<GroupSum[]> {
  const { rows, counts, times } = groupedSource(slice, 'day', group)
  const found = await sql<GroupSum>`
    select key, ${counts}, ${times} from (${rows}) keyed
      group by key order by cost_micros desc, requests desc, key limit ${limit}`.execute(db)
  return found.rows
}

export type PairSum = Totals & { keys: string[]; total: number }

/** Sums by one dimension or more, the most expensive first; `total` is the number of all lines. */
export async function pairSums(
  db: Db,
  slice: Slice,
  dimensions: Dimension[],
  { limit, offset = 0 }: { limit: number; offset?: number },
): Promise<PairSum[]> {
  const { rows, counts } = dimensions.includes('tag') ? callSource(slice) : sourceOf(slice, 'day')
  const found = await sql<PairSum>`
    select keys, ${counts}, (count(*) over ())::integer as total
      from (select counted.*, array[${sql.join(dimensions.map(keyOf))}] as keys from (${rows}) counted) keyed
      group by keys order by cost_micros desc, requests desc, keys limit ${limit} offset ${offset}`.execute(db)
  return found.rows
}

type Spent = Pick<Totals, 'requests' | 'tasks' | 'cost_micros'>
export type LoginSum = Spent & { login_id: number }

export async function loginSums(db: Db, slice: Slice, limit: number): Promise<LoginSum[]> {
  const { rows, counts } = sourceOf(slice, 'day')
  const found = await sql<LoginSum>`
    select login_id, requests, tasks, cost_micros
      from (select login_id, ${counts} from (${rows}) counted group by login_id) summed
      order by cost_micros desc, requests desc, login_id limit ${limit}`.execute(db)
  return found.rows
}

/** Tags are the customer's own and are in no rollup. */
export async function tagSums(db: Db, slice: Slice, limit: number): Promise<(Spent & { tag: string })[]> {
  const found = await sql<Spent & { tag: string }>`
    select tag, count(distinct request_id) as requests, count(task_id) as tasks, sum(cost_micros)::bigint as cost_micros from ${FINAL_CALLS} calls
      where login_id = any (${slice.login_ids}::integer[]) and ${within(sql`at`, slice.range)} and tag is not null and ${matches(slice)}
      group by tag order by cost_micros desc, tasks desc, tag limit ${limit}`.execute(db)
  return found.rows
}

/** Functions called since a day (`api/function`), read from days and from hours that are not rolled up yet. */
export async function usedFunctions(db: Db, login_ids: number[], since: Date): Promise<string[]> {
  const { rows } = await sql<{ key: string }>`
    select api || '/' || function as key from usage_days
      where login_id = any (${login_ids}::integer[]) and day >= utc_day(${since}) group by api, function
    union
    select m.api || '/' || m.function from (${staleHours(sql`usage_stale where login_id = any (${login_ids}::integer[])`)}) s
      join usage_minutes m on m.login_id = s.id and m.minute >= s.hour and m.minute < s.until
      group by m.api, m.function
    order by key`.execute(db)
  return rows.map(({ key }) => key)
}

export async function hasCalls(db: Db, login_ids: number[]): Promise<boolean> {
  const found = await sql`
    select from unnest(${login_ids}::integer[]) as l (id)
      where exists (select from usage_minutes m where m.login_id = l.id) limit 1`.execute(db)
  return found.rows.length > 0
}
