import { hash, randomBytes } from 'node:crypto'
import type { Via } from '@portico/contract/via.ts'
import type { Ctx } from '#ctx/ctx.ts'
import { agentById, type WorkingAgent } from './agent-store.ts'
import { type CallerRow, callerRow, callerRows } from './caller-store.ts'
import { compileRules } from './ip-rules.ts'
import { macOf, sameMac } from './secret.ts'

/** Who calls the data API, and what they may. */
export interface ApiCaller {
  login_id: number
  login: string
  owner_id: number
  /** Whose password it was, when it was not that of the login itself: their spending counts as theirs. */
  member_id: number | null
  /** The agent login it came by, with what that may do. */
  agent: { id: number; is_live: boolean; functions: readonly string[] | null } | null
  /** Null: a program of the customer's own, with a password. */
  via: Via | null
  is_verified: boolean
  on_hold: boolean
  /** Its owners have closed the account and can still keep it. */
  is_closing: boolean
  is_off: boolean
  h2h: boolean
  mayCallFrom(ip: string): boolean
  per_minute: number
  simultaneous: number
  duplicates: { hour: number | null; day: number | null }
  webhook_delay_ms: number
  /** What its account pays for, and what the operator gave it by hand. */
  subscriptions: readonly string[]
}

export interface Callers {
  /** Undefined for an unknown login and for a wrong password alike, after the same work. */
  find(login: string, password: string): Promise<ApiCaller | undefined>
  /** For a signed-in user of the dashboard, whose right to the login was checked there: without a password. */
  named(holder: InsideCaller): Promise<ApiCaller | undefined>
  /** For an agent that has just been found by its secret. */
  ofAgent(agent: WorkingAgent): Promise<ApiCaller | undefined>
}

/** Somebody whose right to call was checked by who calls for them: at the dashboard, or by the secret of an agent. */
export type InsideCaller = ({ login: string; member_id: number | null } | { agent_id: number }) & {
  /** What the limits of the login let it have, where the request was counted before it came to the gateway. */
  admitted?: { limit: number; remaining: number }
}

const FRESH_MS = 1_000
const CACHED_MAX = 10_000
export const DEFAULT_PER_MINUTE = 2_000
export const DEFAULT_SIMULTANEOUS = 30

interface Key {
  mac: Buffer
  until_ms: number
  /** Nobody's key opens nothing. */
  caller: ApiCaller | undefined
}

interface CachedLogin {
  login_id: number
  keys: Key[]
  /** By a quick hash of passwords that were found right since this was read. */
  proven: Map<string, Key>
}

/** What is known of a login is kept for a second: a revoked password or a new rule counts a second later, on all instances. */
export function openCallers(ctx: Pick<Ctx, 'db' | 'clock' | 'keys'>): Callers {
  const stored = new Map<string, { at_ms: number; reading: Promise<CachedLogin> }>()
  const no_match_mac = macOf(ctx.keys, 0, '')
  // Known to nobody, so that nobody can look for a password with the same quick hash.
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
        // Looked up with every call: one that was revoked or has expired since is nobody.
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

/** For a login that is not there the same is done, and only nobody's key is kept. */
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
  // Only for who knew the password: how long it takes tells how many rules there are.
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
  }
}
