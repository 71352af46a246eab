import { hash, randomBytes } from 'node:crypto'
import type { Ctx } from '#ctx/ctx.ts'
import { compileRules } from '#http/ip-rules.ts'
import { type ApiCaller, callerOf } from './api-caller.ts'
import { keyMacOf, looksLikeKeySecret } from './secret.ts'
import { noteUses } from './secrets/agent-store.ts'
import { keyByMac } from './secrets/key-store.ts'

export interface FoundKey {
  id: number
  name: string
  login: string
  last_used_ms: number
  /** Undefined for a key that no longer works. */
  caller: ApiCaller | undefined
}

export interface KeyCallers {
  /** By the secret of an API key, which needs no login; undefined for a secret that never was one. */
  findKey(secret: string): Promise<FoundKey | undefined>
  /** For a key that was admitted: one that was refused was not used. */
  keyUsed(key: FoundKey): void
  /** Writes when keys were last used, at most once a minute each. */
  noteKeyUses(): Promise<void>
}

interface CachedKey extends FoundKey {
  until_ms: number
}

const USE_NOTED_MS = 60_000

/** Keys are cached as long as passwords, so that a revoked one stops as soon. */
export function openKeyCallers(
  ctx: Pick<Ctx, 'db' | 'clock' | 'keys'>,
  { fresh_ms, max }: { fresh_ms: number; max: number },
): KeyCallers {
  const stored = new Map<string, { at_ms: number; reading: Promise<CachedKey | undefined> }>()
  const used = new Set<number>()
  // The salt never leaves this process: what is in memory is no secret, and no hash of one that could be looked up.
  const salt = randomBytes(16).toString('hex')
  const read = (secret: string, now_ms: number) => {
    const quick = hash('sha256', `${salt}${secret}`)
    const known = stored.get(quick)
    if (known && now_ms - known.at_ms < fresh_ms && now_ms >= known.at_ms) return known.reading
    if (stored.size >= max) stored.clear()
    const reading = load(ctx, secret)
    stored.set(quick, { at_ms: now_ms, reading })
    reading.catch(() => stored.delete(quick))
    return reading
  }
  return {
    async findKey(secret) {
      if (!looksLikeKeySecret(secret)) return undefined
      const now_ms = ctx.clock.now().getTime()
      const found = await read(secret, now_ms)
      if (!found || found.until_ms <= now_ms) return found && { ...found, caller: undefined }
      return found
    },
    keyUsed({ id, last_used_ms }) {
      if (ctx.clock.now().getTime() - last_used_ms >= USE_NOTED_MS) used.add(id)
    },
    async noteKeyUses() {
      if (used.size === 0) return
      const ids = [...used]
      used.clear()
      const now = ctx.clock.now()
      await noteUses(ctx.db, ids, now, new Date(now.getTime() - USE_NOTED_MS))
    },
  }
}

async function load(ctx: Pick<Ctx, 'db' | 'clock' | 'keys'>, secret: string): Promise<CachedKey | undefined> {
  const row = await keyByMac(ctx.db, keyMacOf(ctx.keys, secret), ctx.clock.now())
  if (!row) return undefined
  const { key_id: id, name, login, is_live, is_read_only, functions, addresses, expires_at, replaced_until } = row
  const { key_per_minute: per_minute } = row
  const mayCallFrom = compileRules(addresses.map((cidr) => ({ cidr })))
  const agent: ApiCaller['agent'] = { id, is_live, functions, key: { name, is_read_only, per_minute, mayCallFrom } }
  return {
    id,
    name,
    login,
    caller: row.is_working ? { ...callerOf(row), agent } : undefined,
    until_ms: Math.min(expires_at.getTime(), replaced_until?.getTime() ?? Number.POSITIVE_INFINITY),
    last_used_ms: row.last_used_at?.getTime() ?? 0,
  }
}
