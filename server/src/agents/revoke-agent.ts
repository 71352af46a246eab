import type { agents } from '@portico/contract/agents.ts'
import type { Input } from '@portico/contract/endpoint.ts'
import { may } from '@portico/contract/permissions.ts'
import { Problem } from '@portico/contract/problem.ts'
import { activeLogin, dropAgent, roleOf } from '#access/index.ts'
import { audit } from '#audit/index.ts'
import type { UserCtx } from '#ctx/ctx.ts'
import { inTx } from '#db/tx.ts'

/** Members revoke their own agents; those who manage the team revoke any. */
export async function revokeAgent(ctx: UserCtx, { id }: Input<typeof agents.revokeAgent>) {
  await inTx(ctx.db, async (db) => {
    const within = { ...ctx, db }
    const { id: login_id, login, owner_id } = await activeLogin(within)
    const user_id = may(await roleOf(within), 'manage_team') ? undefined : ctx.session.user_id
    const dropped = await dropAgent(within, { id, login_id, user_id })
    if (!dropped) throw new Problem('unknown_agent')
    await audit(within, 'agent_revoked', { user_id: owner_id, detail: { login, agent: dropped.name } })
  })
  return { type: 'success' as const }
}
