import type { agents } from '@portico/contract/agents.ts'
import type { Input } from '@portico/contract/endpoint.ts'
import { isWithinCap, may } from '@portico/contract/permissions.ts'
import { Problem } from '@portico/contract/problem.ts'
import { MESSAGES } from '@portico/contract/rules.ts'
import { HOUR_MS } from '@portico/contract/time.ts'
import { activeLogin, lockTeam } from '#access/index.ts'
import { makeAgent } from '#access/secrets/index.ts'
import type { UserCtx } from '#ctx/ctx.ts'
import { isCallable } from '#function-names/index.ts'
import type { ChangeCtx } from '#http/change.ts'
import { type Limit, spend } from '#http/limits.ts'

const ADDS: Limit = { name: 'agents', max: 30, window_ms: HOUR_MS }

/** Tries count, whether they make an agent or not. */
export async function spendAgent(ctx: UserCtx, { functions }: Input<typeof agents.addAgent>): Promise<void> {
  if (functions && !functions.every((name) => isCallable(ctx.catalogue, name)))
    throw new Problem('invalid_input', { fields: { functions: MESSAGES.noFunction } })
  await spend(ctx, [{ limit: ADDS, of: String(ctx.session.user_id) }])
}

/** Creates an agent login. Its creator cannot grant more than they have: neither spend nor functions. */
export async function addAgent(ctx: ChangeCtx, { days, functions, ...given }: Input<typeof agents.addAgent>) {
  const { user_id } = ctx.session
  const { id: login_id, login, owner_id } = await activeLogin(ctx)
  // The creator's own rights are locked until the agent exists.
  const own = (await lockTeam(ctx, owner_id)).find((member) => member.user_id === user_id)
  if (!own || !may(own.role, 'manage_agents')) throw new Problem('not_allowed')
  if (given.is_live && !isWithinCap(own.cap_micros, given.day_micros)) throw new Problem('above_own_cap')
  const expires_at = new Date(ctx.clock.now().getTime() + days * 24 * HOUR_MS)
  const bounds = { ...given, functions: functions && [...new Set(functions)], expires_at }
  const made = await makeAgent(ctx, { login_id, user_id, ...bounds })
  ctx.audit('agent_added', {
    user_id: owner_id,
    detail: { login, agent: given.name, total_micros: given.total_micros, cap_micros: given.day_micros },
  })
  return made
}
