import type { Input, Output } from '@portico/contract/endpoint.ts'
import { DAY_MS } from '@portico/contract/time.ts'
import { ALL_APIS, type usage } from '@portico/contract/usage.ts'
import { RANGE_MAX_DAYS } from '@portico/contract/usage-range.ts'
import { activeLogin } from '#access/index.ts'
import { agentNames } from '#access/secrets/index.ts'
import type { UserCtx } from '#ctx/ctx.ts'
import { titlesOf } from '#function-names/index.ts'
import { hasCalls, usedFunctions } from '#traffic/index.ts'
import { loginsInScope } from '#users/index.ts'
import { functionsWithin } from './read-filter.ts'

export async function getUsageChoices(
  ctx: UserCtx,
  { scope, section }: Input<typeof usage.getUsageChoices>,
): Promise<Output<typeof usage.getUsageChoices>> {
  const within = await functionsWithin(ctx, { section })
  const logins = await loginsInScope(ctx, scope, '/h2h-detail')
  const active = await activeLogin(ctx)
  const ids = logins.map(({ id }) => id)
  const since = new Date(ctx.clock.now().getTime() - RANGE_MAX_DAYS * DAY_MS)
  const used = await usedFunctions(ctx.db, ids, since)
  const titleOf = titlesOf(ctx.catalogue)
  return {
    title:
      section === ALL_APIS ? '' : (ctx.catalogue.sections().usage.find(({ id }) => id === section)?.title ?? section),
    functions: used
      .filter((key) => !within || within.includes(key))
      .map((key) => ({ function: key, title: titleOf(key) })),
    logins: logins.map(({ id, login }) => ({ login, is_active: id === active.id })),
    agents: await agentNames(ctx.db, ids),
    is_new: !(await hasCalls(ctx.db, ids)),
  }
}
