import { may } from '@portico/contract/permissions.ts'
import { activeLogin, roleOf } from '#access/index.ts'
import { listKeys } from '#access/secrets/index.ts'
import type { UserCtx } from '#ctx/ctx.ts'
import { scopesOf } from '#settings/index.ts'

export async function getKeys(ctx: UserCtx) {
  const { user_id } = ctx.session
  const [login, role] = [await activeLogin(ctx), await roleOf(ctx)]
  const whose = may(role, 'manage_team') ? undefined : user_id
  const rows = await listKeys(ctx, { login_id: login.id, user_id: whose })
  return {
    keys: rows.map(({ user_id: maker, created_at, expires_at, last_used_at, overlap_until, ...row }) => ({
      ...row,
      is_own: maker === user_id,
      created_at: created_at.toISOString(),
      expires_at: expires_at?.toISOString() ?? null,
      last_used_at: last_used_at?.toISOString() ?? null,
      overlap_until: overlap_until?.toISOString() ?? null,
    })),
    scopes: scopesOf(ctx.catalogue),
    can_add: may(role, 'manage_keys'),
    api_login: login.login,
  }
}
