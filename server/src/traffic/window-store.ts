import { sql } from 'kysely'
import type { Db } from '#db/db.ts'
import { type Span, STEP_MS, wholeQuarters } from './cut-range.ts'
import { isFailure, type Slice } from './slice.ts'
import { sourceOf } from './source-store.ts'

/** True when the slice filters by a column of the rollups, which then locate its calls. */
export function isNarrow(slice: Slice): boolean {
  const { functions, method, priority, status_class } = slice
  return isFailure(slice) || [functions, method, priority, status_class].some((filter) => filter !== undefined)
}

export interface Window {
  span: Span
  /** As many calls as the rollups show, also of the quarter-hours in which the range begins and ends. */
  calls: number
}

/**
 * The only windows that can hold calls of a slice, in reading order. For a status code the error counts name the hours; before the
 * oldest stored error every failed call may have that code.
 */
export async function windowsOf(
  db: Db,
  { status_code, ...slice }: Slice,
  grain: 'hour' | 'day',
  order: 'newest' | 'oldest',
): Promise<Window[]> {
  const known = {
    ...slice,
    // A row may count calls of a minute or quarter-hour that began before the range.
    range: wholeQuarters(slice.range),
    status_code: undefined,
    tag: undefined,
    task_id: undefined,
    ip: undefined,
    via: undefined,
  }
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
