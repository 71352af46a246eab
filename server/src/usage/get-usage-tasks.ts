import type { Input, Output } from '@portico/contract/endpoint.ts'
import { STATUS_CLASSES, type TaskRow, type usage } from '@portico/contract/usage.ts'
import type { Catalogue } from '#catalogue/room.ts'
import type { UserCtx } from '../ctx.ts'
import { readCalls } from './read-calls.ts'
import { readFilter } from './read-filter.ts'
import type { CallRow } from './task-store.ts'

export async function getUsageTasks(
  ctx: UserCtx,
  sold: Catalogue,
  { order, after, limit, ...filter }: Input<typeof usage.getUsageTasks>,
): Promise<Output<typeof usage.getUsageTasks>> {
  const { slice, logins } = await readFilter(ctx, sold, filter)
  // One more than asked for says whether there are more.
  const found = await readCalls(ctx.db, slice, { order, after, limit: limit + 1 })
  const rows = found.slice(0, limit)
  return {
    rows: rows.map((row) => asTask(row, logins.get(row.login_id) ?? '')),
    next: found.length > limit ? (rows.at(-1)?.id ?? null) : null,
  }
}

export function asTask(row: CallRow, login: string): TaskRow {
  const { id, at, task_id, method, path, status_code, priority, results, cost_micros, time_ms, tag } = row
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
    login,
  }
}
