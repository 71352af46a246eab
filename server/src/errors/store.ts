import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#db/db.ts'
import type { ErrorSlice } from './slice.ts'

export interface GroupRow {
  code: number
  class: string
  api: string
  function: string
  count: number
  first_at: Date
  last_at: Date
  message: string
  group_count: number
  total: number
}

export interface GroupPage {
  sort: 'count' | 'first' | 'last'
  order: 'newest' | 'oldest'
  page: number
  page_size: number
}

const SORTS = { count: sql`count`, first: sql`first_at`, last: sql`last_at` }

/** By code and function. Only those of the page are asked what their newest was told. */
export async function groupRows(db: Db, slice: ErrorSlice, { sort, order, page, page_size }: GroupPage) {
  const direction = order === 'newest' ? sql`desc` : sql`asc`
  const { rows } = await sql<GroupRow>`
    with grouped as (
      select code, min(class) as class, api, function, count(*) as count, min(at) as first_at, max(at) as last_at
        from error_events where ${matches(slice)} group by code, api, function
    ),
    page as (
      select *, count(*) over () as group_count, (sum(count) over ())::bigint as total
        from grouped order by ${SORTS[sort]} ${direction}, code, api, function limit ${page_size} offset ${(page - 1) * page_size}
    )
    select p.*, (
        select e.message from error_events e
          where e.login_id = any (${slice.login_ids}::integer[]) and e.at = p.last_at and e.kind = ${slice.kind}
            and e.code = p.code and e.api = p.api and e.function = p.function limit 1
      ) as message
      from page p order by ${SORTS[sort]} ${direction}, code, api, function`.execute(db)
  return rows
}

export interface StepRow {
  at: Date
  class: string
  count: number
}

export async function stepRows(db: Db, slice: ErrorSlice, grain: 'hour' | 'day'): Promise<StepRow[]> {
  const { rows } = await sql<StepRow>`
    select date_trunc(${grain}, at, 'UTC') as at, class, count(*) as count from error_events
      where ${matches(slice)} group by 1, 2`.execute(db)
  return rows
}

/** How many there are by code, by function, or by environment: of each row the others are null. */
export interface ChoiceRow {
  code: number | null
  api: string | null
  function: string | null
  is_sandbox: boolean | null
  count: number
}

/** Codes and functions of the environment asked for, and how many there are in both. */
export async function choiceRows(db: Db, slice: ErrorSlice): Promise<ChoiceRow[]> {
  const { rows } = await sql<ChoiceRow>`
    select null as code, null as api, null as function, is_sandbox, count(*) as count
      from error_events where ${inRange(slice)} group by is_sandbox
    union all
    select code, api, function, null, count(*)
      from error_events where ${matches(slice)} group by grouping sets ((code), (api, function))`.execute(db)
  return rows
}

export interface RefusalRow {
  login_id: number
  code: number
  at: Date
  ip: string | null
  api: string
  function: string
  message: string
}

/** A storm is not read to its end: what is refused now stands among the newest. */
const NEWEST = 20_000

/** The newest refusal of each login by each of these codes. */
export async function newestRefusals(db: Db, login_ids: number[], codes: number[], since: Date): Promise<RefusalRow[]> {
  const { rows } = await sql<RefusalRow>`
    select distinct on (login_id, code) login_id, code, at, ip, api, function, message from unnest(${login_ids}::integer[]) as l (id)
      cross join lateral (
        select login_id, code, at, ip, api, function, message, kind, is_sandbox from error_events
          where login_id = l.id and at >= ${since} order by at desc limit ${NEWEST}
      ) recent
      where code = any (${codes}::integer[]) and kind = 'request' and not is_sandbox
      order by login_id, code, at desc`.execute(db)
  return rows
}

type Sql = RawBuilder<unknown>

function inRange({ login_ids, from, to, kind }: ErrorSlice): Sql {
  return sql`login_id = any (${login_ids}::integer[]) and at >= ${from} and at < ${to} and kind = ${kind}`
}

/** What a row must be to belong to a slice. */
export function matches(slice: ErrorSlice): Sql {
  const conditions = [
    inRange(slice),
    sql`is_sandbox = ${slice.is_sandbox}`,
    ...(slice.code === undefined ? [] : [sql`code = ${slice.code}`]),
    ...(slice.class === undefined ? [] : [sql`class = ${slice.class}`]),
    ...(slice.function === undefined ? [] : [sql`api || '/' || function = ${slice.function}`]),
    ...(slice.task_id === undefined ? [] : [sql`task_id = ${slice.task_id}`]),
  ]
  return sql.join(conditions, sql` and `)
}
