import type { auth } from '@portico/contract/auth.ts'
import type { Input } from '@portico/contract/endpoint.ts'
import { Problem } from '@portico/contract/problem.ts'
import { audit } from '#audit/room.ts'
import { addressBlock, giveBack, type Limit, spend } from '#http/limits.ts'
import { changeUser, userByEmail } from '#users/room.ts'
import type { RequestCtx } from '../ctx.ts'
import { checkPassword, hashPassword, isOutdated } from './passwords.ts'

const TEN_MINUTES_MS = 10 * 60 * 1000
const PER_ACCOUNT: Limit = { name: 'sign-in-account', max: 10, window_ms: TEN_MINUTES_MS }
const PER_ADDRESS: Limit = { name: 'sign-in-address', max: 30, window_ms: TEN_MINUTES_MS }

/** A try is spent before the password is looked at, so that a thousand parallel guesses are a thousand tries. */
export async function authenticate(ctx: RequestCtx, { email, password }: Input<typeof auth.authenticate>) {
  const tries = [
    { limit: PER_ADDRESS, of: addressBlock(ctx.request.ip) },
    { limit: PER_ACCOUNT, of: email },
  ]
  await spend(ctx, tries)
  const found = await userByEmail(ctx, email)
  const is_right = await checkPassword(ctx.keys, found?.password_hash, password)
  if (!found || !is_right || found.status !== 'active') {
    await audit(ctx, 'sign_in_failed', { ...(found && { user_id: found.id }), detail: {} })
    throw new Problem('wrong_credentials')
  }
  await giveBack(ctx, tries)
  const renewed =
    found.password_hash && isOutdated(found.password_hash) ? await hashPassword(ctx.keys, password) : undefined
  await ctx.startSession(found.id)
  await audit(ctx, 'signed_in', { user_id: found.id, actor: `user:${found.id}` })
  const user = await changeUser(ctx, found.id, {
    last_login_at: ctx.clock.now(),
    ...(renewed && { password_hash: renewed }),
  })
  return { user }
}
