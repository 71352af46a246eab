import type { access } from '@portico/contract/access.ts'
import type { Output } from '@portico/contract/endpoint.ts'
import type { UserCtx } from '#ctx/ctx.ts'
import { balanceOf } from '#ledger/index.ts'
import { activeLogin, loginsOf, roleAt } from './index.ts'
import { loginsBySsoAlone } from './store.ts'

/** The logins the session may work on, the personal one first, each with the user's role and balance there. */
export async function getAccessInfo(ctx: UserCtx): Promise<Output<typeof access.getAccessInfo>> {
  const { user_id } = ctx.session
  const { sso_owner_id } = ctx.session
  const logins = await loginsOf(ctx)
  return {
    api_login: (await activeLogin(ctx)).login,
    available_api_logins: logins.map(({ login }) => login),
    sso_logins: sso_owner_id === null ? await loginsBySsoAlone(ctx.db, user_id) : [],
    logins: await Promise.all(
      logins.map(async ({ id, login, kind, owner_id }) => ({
        login,
        kind: owner_id === user_id ? kind : ('team' as const),
        role: await roleAt(ctx, owner_id, user_id),
        balance_micros: await balanceOf(ctx, id),
      })),
    ),
  }
}
