import { AGENTS_MAX } from '@portico/contract/agents.ts'
import { Problem } from '@portico/contract/problem.ts'
import type { SecretKind } from '@portico/contract/secret-bounds.ts'
import { agentScope } from '@portico/contract/spend-scopes.ts'
import type { Ctx } from '#ctx/ctx.ts'
import { inTx } from '#db/tx.ts'
import { setSpendLimit, spendToday, spentInTotal } from '#ledger/limits/index.ts'
import { deletePasswordsOf } from '../password-store.ts'
import { agentMacOf, looksLikeAgentSecret, newAgentSecret } from '../secret.ts'
import {
  agentByMac,
  agentsOf,
  countAgents,
  insertAgent,
  lockAgents,
  type Named,
  noteUses,
  revoke,
  revokedBefore,
  revokeOfMember,
  type WorkingAgent,
} from './agent-store.ts'

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

type Limits = Pick<NewAgent, 'total_micros' | 'day_micros'>

/** Returns the secret, which is stored nowhere. */
export async function makeAgent(ctx: Pick<Ctx, 'db' | 'clock' | 'keys'>, given: NewAgent) {
  const secret = newAgentSecret()
  const id = await addRow(ctx, 'agent', AGENTS_MAX, { ...given, mac: agentMacOf(ctx.keys, secret) })
  return { id, secret }
}

/** Adds an agent or a key; its limits are written with it. */
export async function addRow(
  ctx: Pick<Ctx, 'db' | 'clock'>,
  kind: SecretKind,
  max: number,
  row: Omit<Parameters<typeof insertAgent>[1], 'kind' | 'created_at'> & Limits,
): Promise<number> {
  const { login_id } = row
  return inTx(ctx.db, async (db) => {
    const now = ctx.clock.now()
    await lockAgents(db, login_id)
    if ((await countAgents(db, kind, login_id)) >= max) throw new Problem('too_many')
    for (const { id } of await revokedBefore(db, login_id, new Date(now.getTime() - LIMITS_RETENTION_MS)))
      await limitAgent({ db }, { login_id, id }, { total_micros: null, day_micros: null })
    const id = await insertAgent(db, { ...row, kind, created_at: now })
    await limitAgent({ db }, { login_id, id }, row)
    return id
  })
}

export async function limitAgent(
  ctx: Pick<Ctx, 'db'>,
  { login_id, id }: { login_id: number; id: number },
  { total_micros, day_micros }: Limits,
): Promise<void> {
  const scope = agentScope(id)
  await setSpendLimit(ctx, { login_id, scope, kind: 'total', limit_micros: total_micros })
  await setSpendLimit(ctx, { login_id, scope, kind: 'cap', limit_micros: day_micros })
}

/** A call admitted a moment ago cannot hold money any more either. */
const NOTHING = { total_micros: 0, day_micros: 0 }

/** The agent or key stops working; undefined where this member has no such one. */
export async function dropAgent(ctx: Pick<Ctx, 'db' | 'clock'>, named: Named) {
  const dropped = await revoke(ctx.db, named, ctx.clock.now())
  if (dropped) await limitAgent(ctx, named, NOTHING)
  return dropped
}

/** The API passwords, agents and keys of a member end with the membership. */
export async function dropSecretsOf(
  ctx: Pick<Ctx, 'db' | 'clock'>,
  { owner_id, user_id }: { owner_id: number; user_id: number },
): Promise<void> {
  await deletePasswordsOf(ctx.db, owner_id, user_id)
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
    await noteUses(ctx.db, [agent.id], now, noted_before)
  return agent
}

/** Lists agents or keys with their spend, of one member or all. */
export async function listAgents(ctx: Pick<Ctx, 'db' | 'clock'>, { kind, login_id, user_id }: Omit<Named, 'id'>) {
  const rows = await agentsOf(ctx.db, kind, login_id, user_id)
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
