import { AGENTS_MAX } from '@portico/contract/agents.ts'
import { Problem } from '@portico/contract/problem.ts'
import { agentScope } from '@portico/contract/spend-scopes.ts'
import type { Ctx } from '#ctx/ctx.ts'
import { inTx } from '#db/tx.ts'
import { setSpendLimit, spendToday, spentInTotal } from '#ledger/limits/index.ts'
import {
  agentByMac,
  agentsOf,
  countAgents,
  insertAgent,
  lockAgents,
  noteUse,
  revoke,
  revokedBefore,
  revokeOfMember,
  type WorkingAgent,
} from './agent-store.ts'
import { agentMacOf, looksLikeAgentSecret, newAgentSecret } from './secret.ts'

const USE_NOTED_MS = 60_000
/** Longer than any call that was admitted before its agent was revoked. */
const LIMITS_RETENTION_MS = 60 * 60 * 1000

export interface NewAgent {
  login_id: number
  user_id: number
  name: string
  is_live: boolean
  functions: string[] | null
  total_micros: number | null
  day_micros: number | null
  expires_at: Date
}

/** Returns the secret, which is stored nowhere. Limits are written with the agent. */
export async function makeAgent(ctx: Pick<Ctx, 'db' | 'clock' | 'keys'>, given: NewAgent) {
  const secret = newAgentSecret()
  const { login_id } = given
  return inTx(ctx.db, async (db) => {
    const now = ctx.clock.now()
    await lockAgents(db, login_id)
    if ((await countAgents(db, login_id)) >= AGENTS_MAX) throw new Problem('too_many')
    for (const { id } of await revokedBefore(db, login_id, new Date(now.getTime() - LIMITS_RETENTION_MS)))
      await limitAgent({ db }, { login_id, id }, { total_micros: null, day_micros: null })
    const id = await insertAgent(db, { ...given, mac: agentMacOf(ctx.keys, secret), created_at: now })
    await limitAgent({ db }, { login_id, id }, given)
    return { id, secret }
  })
}

async function limitAgent(
  ctx: Pick<Ctx, 'db'>,
  { login_id, id }: { login_id: number; id: number },
  { total_micros, day_micros }: Pick<NewAgent, 'total_micros' | 'day_micros'>,
): Promise<void> {
  const scope = agentScope(id)
  await setSpendLimit(ctx, { login_id, scope, kind: 'total', limit_micros: total_micros })
  await setSpendLimit(ctx, { login_id, scope, kind: 'cap', limit_micros: day_micros })
}

/** A call admitted a moment ago cannot hold money any more either. */
const NOTHING = { total_micros: 0, day_micros: 0 }

/** The agent stops working from the next call on; undefined where this member has no such agent. */
export async function dropAgent(
  ctx: Pick<Ctx, 'db' | 'clock'>,
  { id, login_id, user_id }: { id: number; login_id: number; user_id: number | undefined },
) {
  const dropped = await revoke(ctx.db, id, login_id, user_id, ctx.clock.now())
  if (dropped) await limitAgent(ctx, { login_id, id }, NOTHING)
  return dropped
}

/** Agents of a member are removed with the member. */
export async function dropAgentsOf(
  ctx: Pick<Ctx, 'db' | 'clock'>,
  { owner_id, user_id }: { owner_id: number; user_id: number },
): Promise<void> {
  const dropped = await revokeOfMember(ctx.db, owner_id, user_id, ctx.clock.now())
  for (const agent of dropped) await limitAgent(ctx, agent, NOTHING)
}

/** The agent with this secret; undefined for one that never worked and one that no longer does alike. */
export async function agentWithSecret(
  ctx: Pick<Ctx, 'db' | 'clock' | 'keys'>,
  secret: string,
): Promise<WorkingAgent | undefined> {
  if (!looksLikeAgentSecret(secret)) return undefined
  const now = ctx.clock.now()
  const agent = await agentByMac(ctx.db, agentMacOf(ctx.keys, secret), now)
  if (!agent) return undefined
  // Use is noted to the minute: a row written with every call would be contended.
  const noted_before = new Date(now.getTime() - USE_NOTED_MS)
  if (agent.last_used_at === null || agent.last_used_at <= noted_before)
    await noteUse(ctx.db, agent.id, now, noted_before)
  return agent
}

/** Lists agents with their spend, of one member or all. */
export async function listAgents(
  ctx: Pick<Ctx, 'db' | 'clock'>,
  { login_id, user_id }: { login_id: number; user_id: number | undefined },
) {
  const rows = await agentsOf(ctx.db, login_id, user_id)
  const { spent: today } = await spendToday(ctx, login_id)
  const total = await spentInTotal(ctx, login_id)
  return rows.map((row) => {
    const isOf = ({ scope }: { scope: string }) => scope === agentScope(row.id)
    return {
      ...row,
      spent_today_micros: today.find(isOf)?.spent_micros ?? 0,
      spent_total_micros: total.find(isOf)?.spent_micros ?? 0,
    }
  })
}
