import type { Input, Output } from '@portico/contract/endpoint.ts'
import { ALL_APIS, type usage } from '@portico/contract/usage.ts'
import { activeLogin } from '#access/room.ts'
import type { Catalogue } from '#catalogue/room.ts'
import type { UserCtx } from '../ctx.ts'
import { functionKey, functionsWithin, loginsInScope } from './read-filter.ts'
import { hasCalls } from './store.ts'

export async function getUsageChoices(
  ctx: UserCtx,
  sold: Catalogue,
  { scope, section }: Input<typeof usage.getUsageChoices>,
): Promise<Output<typeof usage.getUsageChoices>> {
  await functionsWithin(ctx, sold, { section })
  const logins = await loginsInScope(ctx, scope)
  const active = await activeLogin(ctx)
  const ids = logins.map(({ id }) => id)
  return {
    title: section === ALL_APIS ? '' : (sold.sections().usage.find(({ id }) => id === section)?.title ?? section),
    functions: sold.functionsOf(section).map((one) => ({ function: functionKey(one), title: one.title })),
    logins: logins.map(({ id, login }) => ({ login, is_active: id === active.id })),
    is_new: !(await hasCalls(ctx.db, ids)),
  }
}
