import { may } from '@portico/contract/permissions.ts'
import { activeLogin, peopleOf, roleOf } from '#access/index.ts'
import { listAgents } from '#access/secrets/index.ts'
import type { UserCtx } from '#ctx/ctx.ts'
import { scopesOf } from '#settings/index.ts'

export async function getAgents(ctx: UserCtx) {
  const { user_id } = ctx.session
  const [login, role] = [await activeLogin(ctx), await roleOf(ctx)]
  const whose = may(role, 'manage_team') ? undefined : user_id
  const now_ms = ctx.clock.now().getTime()
  const rows = await listAgents(ctx, { kind: 'agent', login_id: login.id, user_id: whose })
  const own = (await peopleOf(ctx, login.owner_id)).find((member) => member.user_id === user_id)
  return {
    agents: rows.map(({ user_id: maker, created_at, expires_at, last_used_at, ...row }) => ({
      ...row,
      status: expires_at.getTime() > now_ms ? ('active' as const) : ('expired' as const),
      is_own: maker === user_id,
      created_at: created_at.toISOString(),
      expires_at: expires_at.toISOString(),
      last_used_at: last_used_at?.toISOString() ?? null,
    })),
    scopes: scopesOf(ctx.catalogue),
    can_add: may(role, 'manage_agents'),
    own_cap_micros: own?.cap_micros ?? null,
    mcp_url: new URL('/mcp', ctx.origin).href,
  }
}
