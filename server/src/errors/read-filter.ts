import type { ErrorFilter } from '@portico/contract/errors.ts'
import { rangeMs } from '@portico/contract/usage-range.ts'
import type { UserCtx } from '#ctx/ctx.ts'
import type { ErrorSlice } from '#traffic/errors/index.ts'
import { chooseLogins } from '#users/index.ts'

/** Turns a filter into a slice, with permission checks: a login is looked up among those the user may see. */
export async function readFilter(
  ctx: UserCtx,
  filter: ErrorFilter,
): Promise<{ slice: ErrorSlice; logins: Map<number, string> }> {
  const logins = await chooseLogins(ctx, filter, '/h2h-errors')
  const { from_ms, to_ms } = rangeMs(filter)
  const slice: ErrorSlice = {
    login_ids: logins.map(({ id }) => id),
    from: new Date(from_ms),
    to: new Date(to_ms),
    kind: filter.kind,
    code: filter.code,
    class: filter.class,
    function: filter.function,
    task_id: filter.task,
    via: filter.via,
    is_sandbox: filter.environment === 'sandbox',
  }
  return { slice, logins: new Map(logins.map(({ id, login }) => [id, login])) }
}
