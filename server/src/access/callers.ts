import { hash, randomBytes } from 'node:crypto'
import type { Ctx } from '#ctx/ctx.ts'
import { type ApiCaller, callerOf } from './api-caller.ts'
import { callerRow, callerRows } from './caller-store.ts'
import { type KeyCallers, openKeyCallers } from './key-callers.ts'
import { macOf, sameMac } from './secret.ts'
import { agentById, type WorkingAgent } from './secrets/agent-store.ts'

export interface Callers extends KeyCallers {
  /** Undefined for an unknown login and for a wrong password alike, after the same work. */
  find(login: string, password: string): Promise<ApiCaller | undefined>
  /** For a signed-in user of the dashboard, whose right to the login was checked there: without a password. */
  named(holder: InsideCaller): Promise<ApiCaller | undefined>
  /** For an agent that has just been found by its secret. */
  ofAgent(agent: WorkingAgent): Promise<ApiCaller | undefined>
}

/** A caller whose right to call was checked before: by the dashboard, or by the secret of an agent. */
export type InsideCaller = ({ login: string; member_id: number | null } | { agent_id: number }) & {
  /** The rate limit headers, where the request was counted before it came to the gateway. */
  admitted?: { limit: number; remaining: number }
}

const FRESH_MS = 1_000
const CACHED_MAX = 10_000

interface WorkingPassword {
  mac: Buffer
  until_ms: number
  /** Undefined for the placeholder of an unknown login. */
  caller: ApiCaller | undefined
}

interface CachedLogin {
  login_id: number
  passwords: WorkingPassword[]
  /** Keyed by a quick hash of passwords that were verified since this was read. */
  proven: Map<string, WorkingPassword>
}

/** Logins are cached for a second: a revoked password or a new rule takes effect a second later, on all instances. */
export function openCallers(ctx: Pick<Ctx, 'db' | 'clock' | 'keys'>): Callers {
  const stored = new Map<string, { at_ms: number; reading: Promise<CachedLogin> }>()
  const no_match_mac = macOf(ctx.keys, 0, '')
  // The salt never leaves this process, so that no attacker can compute the same quick hash.
  const salt = randomBytes(16).toString('hex')
  const read = (login: string) => {
    const now_ms = ctx.clock.now().getTime()
    const known = stored.get(login)
    if (known && now_ms - known.at_ms < FRESH_MS && now_ms >= known.at_ms) return known.reading
    if (stored.size >= CACHED_MAX) stored.clear()
    const reading = load(ctx, login, no_match_mac)
    stored.set(login, { at_ms: now_ms, reading })
    reading.catch(() => stored.delete(login))
    return reading
  }
  return {
    ...openKeyCallers(ctx, { fresh_ms: FRESH_MS, max: CACHED_MAX }),
    async find(login, password) {
      if (login.length > 254 || password.length > 200) return undefined
      const found = await read(login)
      const now_ms = ctx.clock.now().getTime()
      const quick = hash('sha256', `${salt}${password}`)
      const proven = found.proven.get(quick)
      if (proven && proven.until_ms > now_ms) return proven.caller
      const given = macOf(ctx.keys, found.login_id, password)
      const live = found.passwords.filter(({ until_ms }) => until_ms > now_ms)
      // Every password is compared, also after the right one.
      const right = live.reduce<WorkingPassword | undefined>(
        (seen, one) => (sameMac(one.mac, given) ? one : seen),
        undefined,
      )
      if (right) found.proven.set(quick, right)
      return right?.caller
    },
    async named(holder) {
      if ('agent_id' in holder) {
        // Looked up with every call, so that an agent revoked or expired since is refused.
        const agent = await agentById(ctx.db, holder.agent_id, ctx.clock.now())
        return agent && agentCaller(ctx, agent)
      }
      const { login, member_id } = holder
      const row = await callerRow(ctx.db, login, ctx.clock.now())
      if (!row || row.status === 'off') return undefined
      return { ...callerOf({ ...row, member_id }), via: 'playground' }
    },
    ofAgent: (agent) => agentCaller(ctx, agent),
  }
}

async function agentCaller(ctx: Pick<Ctx, 'db' | 'clock'>, agent: WorkingAgent): Promise<ApiCaller | undefined> {
  const row = await callerRow(ctx.db, agent.login, ctx.clock.now())
  if (!row || row.status === 'off') return undefined
  const { id, is_live, functions, member_id } = agent
  return { ...callerOf({ ...row, member_id }), agent: { id, is_live, functions, key: null }, via: 'agent' }
}

/** An unknown login does the same work, and only the placeholder is cached. */
async function load(ctx: Pick<Ctx, 'db' | 'clock'>, login: string, no_match_mac: Buffer): Promise<CachedLogin> {
  const rows = await callerRows(ctx.db, login, ctx.clock.now())
  const passwords = rows.flatMap((row): WorkingPassword[] => {
    const caller = callerOf(row)
    const until_ms = row.valid_until?.getTime() ?? Number.POSITIVE_INFINITY
    return row.mac ? [{ mac: row.mac, until_ms, caller }] : []
  })
  const [first] = rows
  if (first?.is_known) return { login_id: first.id, passwords, proven: new Map() }
  return {
    login_id: 0,
    passwords: [{ mac: no_match_mac, until_ms: Number.POSITIVE_INFINITY, caller: undefined }],
    proven: new Map(),
  }
}
