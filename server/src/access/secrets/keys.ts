import { KEYS_MAX } from '@portico/contract/api-keys.ts'
import { Problem } from '@portico/contract/problem.ts'
import { MINUTE_MS } from '@portico/contract/time.ts'
import type { Ctx } from '#ctx/ctx.ts'
import { keyMacOf, keyPrefix, newKeySecret } from '../secret.ts'
import { addRow, limitAgent, listAgents, type NewAgent } from './agents.ts'
import { lockKey, type OwnKey, updateKey } from './key-store.ts'

/** Means no expiry: every row of this table has a time, which the previous version reads. */
const NEVER = new Date('9999-12-31T00:00:00Z')

/** What a key may do; live or sandbox is part of its secret and stays. */
export interface KeyBounds extends Omit<NewAgent, 'login_id' | 'user_id' | 'is_live' | 'expires_at'> {
  is_read_only: boolean
  /** Addresses and subnets, each read strictly before; empty for all. */
  addresses: string[]
  /** Requests per minute; null for as many as its login. */
  per_minute: number | null
}

type KeyCtx = Pick<Ctx, 'db' | 'clock' | 'keys'>

/** Returns the secret, which is stored nowhere. */
export async function makeKey(
  ctx: KeyCtx,
  {
    expires_at,
    ...given
  }: Pick<NewAgent, 'login_id' | 'user_id' | 'is_live'> & KeyBounds & { expires_at: Date | null },
) {
  const secret = newKeySecret(given.is_live)
  const row = { ...given, expires_at: expires_at ?? NEVER, prefix: keyPrefix(secret), mac: keyMacOf(ctx.keys, secret) }
  return { id: await addRow(ctx, 'key', KEYS_MAX, row), secret }
}

/** Without `expires_at` the expiry stays. Returns the bounds before; undefined where this member has no such key. */
export async function changeKey(
  ctx: Pick<Ctx, 'db'>,
  own: OwnKey,
  { expires_at, ...bounds }: KeyBounds & { expires_at?: Date | null },
) {
  const before = await lockKey(ctx.db, own)
  if (!before) return undefined
  const expiry = expires_at === undefined ? {} : { expires_at: expires_at ?? NEVER, expiry_mailed_at: null }
  await updateKey(ctx.db, own.id, { ...bounds, ...expiry })
  await limitAgent(ctx, own, bounds)
  return { ...before, expires_at: shownExpiry(before) }
}

/** Replaces the secret; the old one works for the overlap, the one before it no longer. A new secret of an expired key would be refused. */
export async function rotateKey(ctx: KeyCtx, own: OwnKey, overlap_min: number) {
  const before = await lockKey(ctx.db, own)
  if (!before) return undefined
  if (before.expires_at <= ctx.clock.now()) throw new Problem('key_expired')
  const secret = newKeySecret(before.is_live)
  const old_until = new Date(ctx.clock.now().getTime() + overlap_min * MINUTE_MS)
  const old = overlap_min > 0 ? { old_mac: before.mac, old_until } : { old_mac: null, old_until: null }
  await updateKey(ctx.db, own.id, { prefix: keyPrefix(secret), mac: keyMacOf(ctx.keys, secret), ...old })
  return { name: before.name, secret }
}

function shownExpiry({ expires_at }: { expires_at: Date }): Date | null {
  return expires_at < NEVER ? expires_at : null
}

/** Keys with their spend, of one member or all. */
export async function listKeys(ctx: Pick<Ctx, 'db' | 'clock'>, of: { login_id: number; user_id: number | undefined }) {
  const now = ctx.clock.now()
  const rows = await listAgents(ctx, { kind: 'key', ...of })
  return rows.map(({ expires_at, old_until, prefix, ...row }) => ({
    ...row,
    prefix: prefix ?? '',
    status: expires_at > now ? ('active' as const) : ('expired' as const),
    expires_at: shownExpiry({ expires_at }),
    // An old secret ends with its key at the latest.
    overlap_until: old_until && old_until > now && expires_at > now ? old_until : null,
  }))
}
