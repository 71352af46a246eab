import { isMember } from '#access/room.ts'
import { hashToken } from '#http/session.ts'
import type { RequestCtx } from '../ctx.ts'
import { randomToken } from '../keys.ts'
import { isKnownDevice, keepDevice } from './device-store.ts'

const YEAR_S = 365 * 24 * 60 * 60

/** The hash of this browser's device token when this user has signed in from it before. */
export async function knownDevice(ctx: RequestCtx, user_id: number): Promise<string | undefined> {
  const held = ctx.cookies.get('device') ?? ''
  const device_hash = hashToken(held)
  const is_known = await isKnownDevice(ctx.db, device_hash, user_id)
  return held !== '' && is_known ? device_hash.toString('base64url') : undefined
}

/**
 * Staff enter on hosts that are for them and customers on theirs. On a private white-label only its owner, those invited there, and members of the owner's team
 * come in.
 */
export async function mayEnter(
  ctx: RequestCtx,
  user: { id: number; parent_id: number | null; is_staff: boolean },
): Promise<boolean> {
  if (!ctx.serves[user.is_staff ? 'staff' : 'customers']) return false
  const owner_id = ctx.brand.parent_id
  return owner_id === 0 || user.id === owner_id || user.parent_id === owner_id || isMember(ctx, owner_id, user.id)
}

/** So that its owner gets in while strangers guess. */
export async function rememberBrowser(ctx: RequestCtx, user_id: number): Promise<void> {
  const device = ctx.cookies.get('device') ?? randomToken()
  await keepDevice(ctx.db, hashToken(device), user_id, ctx.clock.now())
  ctx.cookies.set('device', device, YEAR_S)
}

export async function beginSession(ctx: RequestCtx, user_id: number): Promise<void> {
  await rememberBrowser(ctx, user_id)
  await ctx.startSession(user_id)
}
