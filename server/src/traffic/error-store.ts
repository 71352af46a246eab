import { sql } from 'kysely'
import type { Db } from '#db/db.ts'
import { counted } from './error-count-store.ts'
import type { Prepare } from './error-row-store.ts'
import type { ErrorSlice } from './error-slice.ts'

export interface GroupRow {
  code: number
  class: string
  api: string
  function: string
  count: number
  first_at: Date
  last_at: Date
  message: string
  /** The newest call of the group. */
  path: string
  http_method: string | null
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

/** Groups by code and function. The newest call is read only for the groups of the page. */
export async function groupRows(
  db: Db,
  slice: ErrorSlice,
  { sort, order, page, page_size }: GroupPage,
  prepare: Prepare | undefined,
) {
  const direction = order === 'newest' ? sql`desc` : sql`asc`
  const { rows } = await sql<Omit<GroupRow, keyof Newest>>`
    select code, min(class) as class, api, function, sum(count + repeats)::bigint as count, min(first_at) as first_at,
        max(last_at) as last_at, count(*) over () as group_count, (sum(sum(count + repeats)) over ())::bigint as total
      from (${counted(slice, 'day')}) c group by code, api, function
      order by ${SORTS[sort]} ${direction}, code, api, function limit ${page_size} offset ${(page - 1) * page_size}`.execute(
    db,
  )
  await prepare?.(rows.map(({ last_at }) => [last_at.getTime(), last_at.getTime() + 1]))
  const newest = await newestCalls(db, slice, rows)
  return rows.map((row, index): GroupRow => ({ ...row, ...(newest.get(index) ?? GONE) }))
}

type Newest = Pick<GroupRow, 'message' | 'path' | 'http_method'>
const GONE: Newest = { message: '', path: '', http_method: null }

/** The newest call of each group, by the group's index. The first and last time are conditions too, so that only partitions of those days are planned. */
async function newestCalls(
  db: Db,
  slice: ErrorSlice,
  groups: Omit<GroupRow, keyof Newest>[],
): Promise<Map<number, Newest>> {
  if (groups.length === 0) return new Map()
  const times = groups.map(({ last_at }) => last_at.getTime())
  const column = (name: 'code' | 'api' | 'function' | 'last_at') => groups.map((group) => group[name])
  const { rows } = await sql<Newest & { index: number }>`
    select g.nth - 1 as index, e.message, e.path, e.http_method
      from unnest(${column('code')}::integer[], ${column('api')}::text[], ${column('function')}::text[], ${column('last_at')}::timestamptz[])
        with ordinality as g (code, api, function, last_at, nth)
      cross join lateral (
        select message, path, http_method from error_events
          where login_id = any (${slice.login_ids}::integer[]) and at = g.last_at
            and at >= ${new Date(Math.min(...times))} and at <= ${new Date(Math.max(...times))}
            and kind = ${slice.kind} and is_sandbox = ${slice.is_sandbox}
            and code = g.code and api = g.api and function = g.function limit 1
      ) e`.execute(db)
  return new Map(rows.map(({ index, ...newest }) => [index, newest]))
}

export interface ErrorStep {
  at: Date
  class: string
  count: number
}

export async function errorSteps(db: Db, slice: ErrorSlice, grain: 'hour' | 'day'): Promise<ErrorStep[]> {
  const { rows } = await sql<ErrorStep>`
    select date_trunc(${grain}, at, 'UTC') as at, class, sum(count + repeats)::bigint as count from (${counted(slice, grain)}) c
      group by 1, 2`.execute(db)
  return rows
}

/** Counts by code, by function or by environment; the other columns of each row are null. */
export interface ChoiceRow {
  code: number | null
  api: string | null
  function: string | null
  is_sandbox: boolean | null
  count: number
}

/** Codes and functions of the requested environment, and the counts of both environments. */
export async function choiceRows(db: Db, slice: ErrorSlice): Promise<ChoiceRow[]> {
  const { rows } = await sql<ChoiceRow>`
    select null as code, null as api, null as function, is_sandbox, sum(count + repeats)::bigint as count
      from (${counted(slice, 'day', sql`true`)}) c group by is_sandbox
    union all
    select code, api, function, null, sum(count + repeats)::bigint
      from (${counted(slice, 'day')}) c group by grouping sets ((code), (api, function))`.execute(db)
  return rows
}
