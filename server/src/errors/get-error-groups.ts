import type { Input, Output } from '@portico/contract/endpoint.ts'
import type { errors } from '@portico/contract/errors.ts'
import type { UserCtx } from '#ctx/ctx.ts'
import { groupRows } from '#traffic/errors/index.ts'
import { readFilter } from './read-filter.ts'
import { classOf, nameOf } from './show-row.ts'

export async function getErrorGroups(
  ctx: UserCtx,
  { sort, order, page, page_size, ...filter }: Input<typeof errors.getErrorGroups>,
): Promise<Output<typeof errors.getErrorGroups>> {
  const { slice } = await readFilter(ctx, filter)
  const rows = await groupRows(ctx, slice, { sort, order, page, page_size })
  return {
    groups: rows.map((row) => ({
      code: row.code,
      class: classOf(row.class),
      ...nameOf(ctx.catalogue, row),
      count: row.count,
      first_at: row.first_at.toISOString(),
      last_at: row.last_at.toISOString(),
      message: row.message,
      path: row.path,
      http_method: row.http_method,
    })),
    group_count: rows[0]?.group_count ?? 0,
    total: rows[0]?.total ?? 0,
  }
}
