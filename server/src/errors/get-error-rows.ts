import type { Input, Output } from '@portico/contract/endpoint.ts'
import type { errors } from '@portico/contract/errors.ts'
import type { UserCtx } from '#ctx/ctx.ts'
import { movedBefore } from '#moved-days/index.ts'
import { eventPage } from '#traffic/errors/index.ts'
import { readFilter } from './read-filter.ts'
import { showRow } from './show-row.ts'

export async function getErrorRows(
  ctx: UserCtx,
  { order, page, page_size, ...filter }: Input<typeof errors.getErrorRows>,
): Promise<Output<typeof errors.getErrorRows>> {
  const { slice, logins } = await readFilter(ctx, filter)
  const { rows, total, calls } = await eventPage(ctx, slice, { order, page, page_size })
  return {
    rows: rows.map((row) => showRow(ctx.catalogue, row, logins.get(row.login_id) ?? '')),
    total,
    calls,
    moved_before: await movedBefore(ctx, 'errors', slice.from.getTime()),
  }
}
