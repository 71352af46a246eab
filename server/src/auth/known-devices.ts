import { deviceOf } from '@portico/contract/device.ts'
import { hashToken, randomToken } from '#crypto/keys.ts'
import type { RequestCtx, SessionStart } from '#ctx/ctx.ts'
import { inTx } from '#db/tx.ts'
import { addressBlock } from '#http/limits.ts'
import { forgetDevicesBut, hasKnownDevice, isKnownDevice, keepDevice, recordSignInLocation } from './device-store.ts'
import { forgetFailures } from './failure-store.ts'
import { mailNewDevice } from './notices.ts'

const YEAR_S = 365 * 24 * 60 * 60

/** The hash of this browser's device token when this user has signed in from it before. */
export async function knownDevice(ctx: RequestCtx, user_id: number): Promise<string | undefined> {
  const held = ctx.cookies.get('device') ?? ''
  const device_hash = hashToken(held)
  const is_known = await isKnownDevice(ctx.db, device_hash, user_id)
  return held !== '' && is_known ? device_hash.toString('base64url') : undefined
}

/**
 * Every sign-in of customers ends here. What a session may do without a further proof depends on how it began. A team's
 * sign-in service opens that team alone: it makes no browser known, and resets no wrong passwords of the user's own
 * account.
 */
export async function beginSession(ctx: RequestCtx, user_id: number, how: SessionStart): Promise<void> {
  if (how.began_by === 'sso') await inTx(ctx.db, (db) => watchLocation({ ...ctx, db }, user_id))
  else await rememberBrowser(ctx, user_id)
  await ctx.startSession(user_id, how)
}

/** After a sign-in this browser stays admitted while strangers guess, and the guesses so far are reset. */
export async function rememberBrowser(ctx: RequestCtx, user_id: number): Promise<void> {
  await forgetFailures(ctx.db, user_id)
  await inTx(ctx.db, (db) => watchLocation({ ...ctx, db }, user_id))
  const device = ctx.cookies.get('device') ?? randomToken()
  await keepDevice(ctx.db, hashToken(device), user_id, ctx.clock.now())
  ctx.cookies.set('device', device, YEAR_S)
}

/**
 * Mails the owner about a sign-in with a browser and from an address never seen together; the very first is the
 * sign-up.
 */
async function watchLocation(ctx: RequestCtx, user_id: number): Promise<void> {
  const { ip, user_agent } = ctx.request
  const { browser = '', system = '' } = deviceOf(user_agent)
  const mark = ctx.keys.mac('seen-place', [user_id, browser, system, addressBlock(ip)].join('|'))
  const { is_first, is_new } = await recordSignInLocation(ctx.db, { user_id, mark, seen_at: ctx.clock.now() })
  // A browser with our cookie is known everywhere: a traveller gets no mail at every stop.
  if (!is_new || (await knownDevice(ctx, user_id))) return
  if (is_first && !(await hasKnownDevice(ctx.db, user_id))) return
  await mailNewDevice(ctx, user_id, [browser, system].filter(Boolean).join(', '))
}

/** Makes other browsers unknown again. */
export function forgetOtherDevices(ctx: RequestCtx, user_id: number): Promise<void> {
  return forgetDevicesBut(ctx.db, user_id, hashToken(ctx.cookies.get('device') ?? ''))
}
