import { hashToken } from '#http/session.ts'
import type { RequestCtx } from '../ctx.ts'
import { randomToken } from '../keys.ts'
import { forgetDevicesBut, isKnownDevice, keepDevice } from './device-store.ts'
import { forgetFailures } from './failure-store.ts'

const YEAR_S = 365 * 24 * 60 * 60

/** The hash of this browser's device token when this user has signed in from it before. */
export async function knownDevice(ctx: RequestCtx, user_id: number): Promise<string | undefined> {
  const held = ctx.cookies.get('device') ?? ''
  const device_hash = hashToken(held)
  const is_known = await isKnownDevice(ctx.db, device_hash, user_id)
  return held !== '' && is_known ? device_hash.toString('base64url') : undefined
}

/** A session of someone who has just given the sign-in password. */
export function beginSessionByPassword(ctx: RequestCtx, user_id: number, active_login_id?: number): Promise<void> {
  return begin(ctx, user_id, ctx.clock.now(), active_login_id)
}

/** A session of someone who came by a link or a service: secrets are shown only after the password. */
export function beginSession(ctx: RequestCtx, user_id: number, active_login_id?: number): Promise<void> {
  return begin(ctx, user_id, null, active_login_id)
}

async function begin(
  ctx: RequestCtx,
  user_id: number,
  reauth_at: Date | null,
  active_login_id: number | undefined,
): Promise<void> {
  await rememberBrowser(ctx, user_id)
  await ctx.startSession(user_id, reauth_at, active_login_id)
}

/** Whoever got in gets in from this browser while strangers guess, and the guesses so far are forgotten. */
export async function rememberBrowser(ctx: RequestCtx, user_id: number): Promise<void> {
  await forgetFailures(ctx.db, user_id)
  const device = ctx.cookies.get('device') ?? randomToken()
  await keepDevice(ctx.db, hashToken(device), user_id, ctx.clock.now())
  ctx.cookies.set('device', device, YEAR_S)
}

/** Other browsers are strangers again. */
export function forgetOtherDevices(ctx: RequestCtx, user_id: number): Promise<void> {
  return forgetDevicesBut(ctx.db, user_id, hashToken(ctx.cookies.get('device') ?? ''))
}
