import { hash, randomBytes } from 'node:crypto'
import type { Via } from '@portico/contract/via.ts'
import type { Ctx } from '#ctx/ctx.ts'
import { agentById, type WorkingAgent } from './agent-store.ts'
import { type CallerRow, callerRow, callerRows } from './caller-store.ts'
import { compileRules } from './ip-rules.ts'
import { macOf, sameMac } from './secret.ts'

/** The authenticated caller of the data API, with their bounds. */
export interface ApiCaller {
  login_id: number
  login: string
  owner_id: number
  /** The member whose password it was, when it was not that of the login itself: spending counts as theirs. */
  member_id: number | null
  /** The agent login the call came by, with its bounds. */
  agent: { id: number; is_live: boolean; functions: readonly string[] | null } | null
  /** Null: the customer's own program, with a password. */
  via: Via | null
  is_verified: boolean
  on_hold: boolean
  /** True while the account is being closed and that can still be cancelled. */
  is_closing: boolean
  is_off: boolean
  h2h: boolean
  mayCallFrom(ip: string): boolean
  per_minute: number
  simultaneous: number
  duplicates: { hour: number | null; day: number | null }
  webhook_delay_ms: number
  /** Subscriptions its account pays for, and those the operator granted. */
  subscriptions: readonly string[]
  /** Tags of calls that a budget of the account counts. */
  budget_tags: readonly string[]
}

export interface Callers {
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
export const DEFAULT_PER_MINUTE = 2_000
export const DEFAULT_SIMULTANEOUS = 30

interface Key {
  mac: Buffer
  until_ms: number
  /** Undefined for the placeholder key of an unknown login. */
  caller: ApiCaller | undefined
}

interface CachedLogin {
  login_id: number
  keys: Key[]
  /** Keyed by a quick hash of passwords that were verified since this was read. */
  proven: Map<string, Key>
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
    async find(login, password) {
      if (login.length > 254 || password.length > 200) return undefined
      const found = await read(login)
      const now_ms = ctx.clock.now().getTime()
      const quick = hash('sha256', `${salt}${password}`)
      const proven = found.proven.get(quick)
      if (proven && proven.until_ms > now_ms) return proven.caller
      const given = macOf(ctx.keys, found.login_id, password)
      const live = found.keys.filter(({ until_ms }) => until_ms > now_ms)
      // Every key is compared, also after the right one.
      const right = live.reduce<Key | undefined>((seen, key) => (sameMac(key.mac, given) ? key : seen), undefined)
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
  return { ...callerOf({ ...row, member_id }), agent: { id, is_live, functions }, via: 'agent' }
}

/** An unknown login does the same work, and only the placeholder key is cached. */
async function load(ctx: Pick<Ctx, 'db' | 'clock'>, login: string, no_match_mac: Buffer): Promise<CachedLogin> {
  const rows = await callerRows(ctx.db, login, ctx.clock.now())
  const keys = rows.flatMap((row): Key[] => {
    const caller = callerOf(row)
    const until_ms = row.valid_until?.getTime() ?? Number.POSITIVE_INFINITY
    return row.mac ? [{ mac: row.mac, until_ms, caller }] : []
  })
  const [first] = rows
  if (first?.is_known) return { login_id: first.id, keys, proven: new Map() }
  return {
    login_id: 0,
    keys: [{ mac: no_match_mac, until_ms: Number.POSITIVE_INFINITY, caller: undefined }],
    proven: new Map(),
  }
}

function callerOf(row: Omit<CallerRow, 'is_known' | 'mac' | 'valid_until'>): ApiCaller {
  // Compiled only after the password was right: the time it takes reveals the number of rules.
  let isAllowed: ReturnType<typeof compileRules> | undefined
  return {
    login_id: row.id,
    login: row.login,
    owner_id: row.owner_id,
    member_id: row.member_id,
    agent: null,
    via: null,
    is_verified: row.verified_at !== null,
    on_hold: row.status === 'on_hold' || row.owner_status !== 'active' || row.is_closing,
    is_closing: row.is_closing,
    is_off: row.status === 'off',
    h2h: row.kind === 'machine',
    mayCallFrom(ip) {
      isAllowed ??= compileRules(row.ip_rules)
      return isAllowed(ip)
    },
    per_minute: row.per_minute ?? DEFAULT_PER_MINUTE,
    simultaneous: row.simultaneous ?? DEFAULT_SIMULTANEOUS,
    duplicates: { hour: row.duplicates_hour, day: row.duplicates_day },
    webhook_delay_ms: row.webhook_delay_ms,
    subscriptions: row.subscriptions,
    budget_tags: row.budget_tags,
  }
}
