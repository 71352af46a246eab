import { sql } from 'kysely'
import type { Db } from '#db/db.ts'
import type { Span } from './cut-range.ts'
import { isFailure, type Slice } from './slice.ts'
import { sourceOf } from './source-store.ts'

const STEP_MS = { hour: 3_600_000, day: 24 * 3_600_000 }

/** What the rollups can say more of than that there were calls. */
export function isNarrow(slice: Slice): boolean {
  const { functions, method, priority, status_class } = slice
  return isFailure(slice) || [functions, method, priority, status_class].some((filter) => filter !== undefined)
}

export interface Window {
  span: Span
  /** How many calls it has at least, as far as the rollups can tell. */
  calls: number
}

/**
 * Where calls of a slice can be, in the order they are read: nowhere else. Of a status code the counts of errors know the
 * hours; before the first of them, as errors are not kept for ever, every failure may be one.
 */
export async function windowsOf(
  db: Db,
  { status_code, ...slice }: Slice,
  grain: 'hour' | 'day',
  order: 'newest' | 'oldest',
): Promise<Window[]> {
  const known = { ...slice, status_code: undefined, tag: undefined, task_id: undefined, ip: undefined, via: undefined }
  const ofCode = sql`
    status_class not in ('ok', 'queued') and (at < coalesce((select min(e.hour) from error_hours e where e.login_id = g.login_id), 'infinity')
      or exists (select from error_hours e where e.login_id = g.login_id and e.hour >= g.at and e.hour < g.until and e.kind = 'request' and e.is_sandbox = ${slice.is_sandbox}
        and e.code = ${status_code}))`
  const { rows } = await sql<{ at: Date; calls: number }>`
    select at, sum(calls)::bigint as calls from (
      select counted.*, at + ${sql.lit(`1 ${grain}`)}::interval as until from (
        select login_id, status_class, date_trunc(${grain}, at, 'UTC') as at, sum(greatest(requests, tasks)) as calls
          from (${sourceOf(known, grain).rows}) calls group by 1, 2, 3
      ) counted offset 0
    ) g where ${status_code !== undefined && isFailure({ ...slice, status_code }) ? ofCode : sql`true`}
      group by at order by at ${order === 'newest' ? sql`desc` : sql`asc`}`.execute(db)
  const [from, to] = slice.range
  return rows.map(({ at, calls }) => ({
    span: [Math.max(at.getTime(), from), Math.min(at.getTime() + STEP_MS[grain], to)],
    calls,
  }))
}
