import type { Input, Output } from '@portico/contract/endpoint.ts'
import { STATUS_CLASSES, type TaskRow, type usage } from '@portico/contract/usage.ts'
import type { TaskSort } from '@portico/contract/usage-totals.ts'
import type { UserCtx } from '#ctx/ctx.ts'
import { movedBefore } from '#moved-days/index.ts'
import { type CallRow, readCalls, sortedCalls, sortValue } from '#traffic/index.ts'
import { readFilter } from './read-filter.ts'

export async function getUsageTasks(
  ctx: UserCtx,
  { sort, order, after, limit, ...filter }: Input<typeof usage.getUsageTasks>,
): Promise<Output<typeof usage.getUsageTasks>> {
  const { slice, logins } = await readFilter(ctx, filter)
  // One row more than requested shows whether there are more.
  const page = { order, limit: limit + 1 }
  const found =
    sort === 'time'
      ? await readCalls(ctx, slice, { ...page, after: after === undefined ? undefined : readCursor(after).id })
      : await sortedCalls(ctx, slice, sort, { ...page, after: after === undefined ? undefined : readCursor(after) })
  const rows = found.slice(0, limit)
  const last = rows.at(-1)
  return {
    rows: rows.map((row) => asTask(row, logins.get(row.login_id) ?? '')),
    next: found.length > limit && last ? cursorOf(last, sort) : null,
    moved_before: await movedBefore(ctx, 'usage', slice.range[0]),
  }
}

/** The cursor has the value besides the id, so that no row is skipped or repeated if it changes. */
function cursorOf(row: CallRow, sort: TaskSort): string {
  return sort === 'time' ? row.id : `${sortValue(row, sort)}.${row.id}`
}

function readCursor(after: string): { value: number; id: string } {
  const [id = '', value] = after.split('.').toReversed()
  return { value: Number(value ?? 0), id }
}

export function asTask(row: CallRow, login: string): TaskRow {
  const { id, at, task_id, method, path, status_code, priority, results, cost_micros, time_ms, tag, repeats } = row
  return {
    id,
    at: at.toISOString(),
    task_id,
    function: `${row.api}/${row.function}`,
    method,
    path,
    status_code,
    status_class: STATUS_CLASSES.find((known) => known === row.status_class) ?? 'server',
    priority,
    results,
    cost_micros,
    time_ms,
    tag,
    count: 1 + repeats,
    login,
  }
}
