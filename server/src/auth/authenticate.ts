import type { auth } from '@portico/contract/auth.ts'
import type { Input } from '@portico/contract/endpoint.ts'
import { Problem } from '@portico/contract/problem.ts'
import { audit } from '#audit/index.ts'
import type { RequestCtx } from '#ctx/ctx.ts'
import { addressBlock, giveBack, type Limit, spend } from '#http/limits.ts'
import { changeUser, signedIn, userByEmail } from '#users/index.ts'
import { checkBot } from './bot.ts'
import { countFailure } from './failure-store.ts'
import { beginSession, knownDevice } from './known-devices.ts'
import { minimumDelay } from './minimum-delay.ts'
import { mailSignInStopped } from './notices.ts'
import { checkPassword, hashPassword, isOutdated } from './passwords.ts'
import { mayEnter } from './private-brand.ts'
import { askForCode, needsCode } from './second-factor.ts'
import { mayUseFactor } from './staff-factor.ts'

const TEN_MINUTES_MS = 10 * 60 * 1000
export const PER_ACCOUNT: Limit = { name: 'sign-in-account', max: 10, window_ms: TEN_MINUTES_MS }
const PER_DEVICE: Limit = { name: 'sign-in-device', max: 10, window_ms: TEN_MINUTES_MS }
const PER_ADDRESS: Limit = { name: 'sign-in-address', max: 30, window_ms: TEN_MINUTES_MS }
const NO_USER = 0
/**
 * After this many wrong passwords in a row unknown browsers cannot sign in by password, right or wrong, until a new one
 * is set.
 */
const FAILURES_MAX = 100
/** Longer than any password takes to check. */
const REFUSED_AFTER_MS = 250

/**
 * A try is spent before the password is checked, so that a thousand parallel guesses are a thousand tries. An
 * invitation that came with the call stays open: the signed-in user decides first, and accepts it with a call of its
 * own.
 */
export async function authenticate(ctx: RequestCtx, input: Input<typeof auth.authenticate>) {
  const { email, password, captcha } = input
  await checkBot(ctx, captcha, 'signin')
  const refusable = minimumDelay(REFUSED_AFTER_MS)
  const found = await userByEmail(ctx, email)
  const device = await knownDevice(ctx, found?.id ?? NO_USER)
  const tries = device
    ? [{ limit: PER_DEVICE, of: `${device}:${email}` }]
    : [
        { limit: PER_ADDRESS, of: addressBlock(ctx.request.ip) },
        { limit: PER_ACCOUNT, of: email },
      ]
  await spend(ctx, tries)
  const may_enter = found !== undefined && (await mayEnter(ctx, found))
  // Where even the right password would be refused, a guess reveals nothing and is not counted.
  const failures = device || !may_enter ? 0 : await countFailure(ctx.db, found.id)
  // Refused like a wrong password and in the same time, so that the answer does not reveal the account.
  const is_right = await checkPassword(ctx.keys, failures > FAILURES_MAX ? null : found?.password_hash, password)
  const is_open = found?.status === 'active' && is_right && may_enter
  if (!is_open || !(await mayUseFactor(ctx, found))) {
    await audit(ctx, 'sign_in_failed', { ...(found && { user_id: found.id }), actor: 'visitor' })
    if (found?.status === 'active' && failures === FAILURES_MAX) await mailSignInStopped(ctx, found)
    // An existing account has more to look up and to write: the time of the answer must not reveal it.
    await refusable
    // Reported only to a caller who knows the password.
    throw new Problem(is_right && may_enter && found?.status === 'disabled' ? 'account_disabled' : 'confirm_first')
  }
  await giveBack(ctx, tries)
  const is_old = found.password_hash !== null && isOutdated(found.password_hash)
  const renewed = is_old ? { password_hash: await hashPassword(ctx.keys, password) } : {}
  if (is_old) await changeUser(ctx, found.id, renewed)
  if (await needsCode(ctx, found)) return askForCode(ctx, { ...found, ...renewed }, 'password')
  await beginSession(ctx, found.id, { began_by: 'password' })
  await audit(ctx, 'signed_in', { user_id: found.id, actor: `user:${found.id}` })
  return { user: await signedIn(ctx, found.id) }
}
