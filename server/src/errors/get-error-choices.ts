import type { Input, Output } from '@portico/contract/endpoint.ts'
import type { errors } from '@portico/contract/errors.ts'
import { activeLogin, roleOf } from '#access/index.ts'
import { agentNames } from '#access/secrets/index.ts'
import type { UserCtx } from '#ctx/ctx.ts'
import { choiceRows, withErrors } from '#traffic/errors/index.ts'
import { loginsInScope } from '#users/index.ts'
import { readFilter } from './read-filter.ts'
import { nameOf } from './show-row.ts'

export async function getErrorChoices(
  ctx: UserCtx,
  input: Input<typeof errors.getErrorChoices>,
): Promise<Output<typeof errors.getErrorChoices>> {
  const { slice } = await readFilter(ctx, input)
  const active = await activeLogin(ctx)
  const rows = await withErrors(ctx, slice, () => choiceRows(ctx.db, slice))
  const logins = await loginsInScope(ctx, input.scope, '/h2h-errors')
  const countOf = (is_sandbox: boolean) => rows.find((row) => row.is_sandbox === is_sandbox)?.count ?? 0
  return {
    codes: rows.flatMap(({ code, count }) => (code === null ? [] : [{ code, count }])).sort((a, b) => a.code - b.code),
    functions: rows
      .flatMap(({ api, function: name, count }) =>
        api === null || name === null ? [] : [{ ...nameOf(ctx.catalogue, { api, function: name }), count }],
      )
      .sort((a, b) => (a.function < b.function ? -1 : 1)),
    logins: logins.map(({ id, login }) => ({ login, is_active: id === active.id })),
    agents: await agentNames(
      ctx.db,
      logins.map(({ id }) => id),
    ),
    production: countOf(false),
    sandbox: countOf(true),
    role: await roleOf(ctx),
  }
}
