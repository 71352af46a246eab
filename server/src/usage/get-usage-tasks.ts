import type { Input, Output } from '@portico/contract/endpoint.ts'
import { STATUS_CLASSES, type TaskRow, type usage } from '@portico/contract/usage.ts'
import type { UserCtx } from '#ctx/ctx.ts'
import { movedBefore } from '#moved-days/index.ts'
import { type CallRow, callPage } from '#traffic/index.ts'
import { readFilter } from './read-filter.ts'

export async function getUsageTasks(
  ctx: UserCtx,
  { sort, order, after, limit, ...filter }: Input<typeof usage.getUsageTasks>,
): Promise<Output<typeof usage.getUsageTasks>> {
  const { slice, logins } = await readFilter(ctx, filter)
  const { rows, next } = await callPage(ctx, slice, { sort, order, after, limit })
  return {
    rows: rows.map((row) => asTask(row, logins.get(row.login_id) ?? '')),
    next,
    moved_before: await movedBefore(ctx, 'usage', slice.range[0]),
  }
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
