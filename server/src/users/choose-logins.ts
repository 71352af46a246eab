import { isAllowed } from '@portico/contract/menu.ts'
import { Problem } from '@portico/contract/problem.ts'
import { ALL_LOGINS } from '@portico/contract/usage.ts'
import { activeLogin, loginsOf } from '#access/index.ts'
import type { UserCtx } from '#ctx/ctx.ts'
import { modulesOfUser } from './user-modules.ts'

type Login = Awaited<ReturnType<typeof loginsOf>>[number]
type H2hModule = '/h2h-dashboard' | '/h2h-detail' | '/h2h-errors'

/** The logins a user may see: all of theirs, and on the host-to-host screens, if their menu lists them, machine logins only. */
export async function loginsInScope(ctx: UserCtx, scope: 'api' | 'h2h', module: H2hModule): Promise<Login[]> {
  const logins = await loginsOf(ctx)
  if (scope === 'api') return logins
  if (!isAllowed(module, await modulesOfUser(ctx, ctx.session.user_id))) throw new Problem('not_allowed')
  return logins.filter(({ kind }) => kind === 'machine')
}

/** The named login; else the active login, or every machine login on a host-to-host screen. */
export async function chooseLogins(
  ctx: UserCtx,
  { scope, login }: { scope: 'api' | 'h2h'; login?: string | undefined },
  module: H2hModule,
): Promise<Login[]> {
  const logins = await loginsInScope(ctx, scope, module)
  if (login === ALL_LOGINS || (login === undefined && scope === 'h2h')) return logins
  const active = login ?? (await activeLogin(ctx)).login
  const found = logins.filter((one) => one.login === active)
  if (found.length === 0) throw new Problem('unknown_login')
  return found
}
