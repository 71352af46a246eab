import type { auth } from '@portico/contract/auth.ts'
import type { Input } from '@portico/contract/endpoint.ts'
import { Problem } from '@portico/contract/problem.ts'
import { HOUR_MS } from '@portico/contract/time.ts'
import { audit } from '#audit/index.ts'
import { randomToken } from '#crypto/keys.ts'
import type { RequestCtx } from '#ctx/ctx.ts'
import { inTx } from '#db/tx.ts'
import { addressBlock, type Limit, spend } from '#http/limits.ts'
import { countsEvents } from '#scripts/index.ts'
import { acceptAsNewcomer, givenInvitation, type InvitationKey, invitationForSignUp } from '#team/index.ts'
import { confirmInvited, createPending, signedIn, userByEmail } from '#users/index.ts'
import { sendActivation } from './activation-mail.ts'
import { checkBot } from './bot.ts'
import { beginSession } from './known-devices.ts'
import { withMinimumDelay } from './minimum-delay.ts'
import { mailAlreadyRegistered } from './notices.ts'
import { checkNewPassword } from './password-policy.ts'
import { hashPassword } from './passwords.ts'
import { checkInvited } from './private-brand.ts'
import { markSignUp } from './sign-up-cookie.ts'

const PER_ADDRESS: Limit = { name: 'sign-up-address', max: 20, window_ms: HOUR_MS }
const PER_EMAIL: Limit = { name: 'sign-up-email', max: 5, window_ms: HOUR_MS }
const CHECK_MAIL = 'Almost done. We sent you an e-mail. Open it to confirm your account.'
const WELCOME = 'Welcome. Your account is ready.'

/** Answers alike for a new and a known address: only the mail that follows reveals to its owner which it was. */
export async function register(ctx: RequestCtx, input: Input<typeof auth.register>) {
  await checkBot(ctx, input.captcha, 'signup')
  await spend(ctx, [
    { limit: PER_ADDRESS, of: addressBlock(ctx.request.ip) },
    { limit: PER_EMAIL, of: input.email },
  ])
  checkNewPassword(ctx, input.password, input)
  const key = givenInvitation(input)
  const invitation = await invitationForSignUp(ctx, key, input.email)
  checkInvited(ctx, invitation, input.email)
  return withMinimumDelay(250, async () => {
    const password_hash = await hashPassword(ctx.keys, input.password)
    const known = await userByEmail(ctx, input.email)
    if (key && !known) return joinAtOnce(ctx, key, { input, password_hash })
    const public_id = await inTx(ctx.db, async (db) => {
      const within = { ...ctx, db }
      if (known) {
        await mailAlreadyRegistered(within, known)
        return randomToken(12)
      }
      const pending = await createPending(within, { ...signUpOf(ctx, input), password_hash })
      await sendActivation(within, pending)
      return pending.public_id
    })
    markSignUp(ctx, public_id)
    return { type: 'success' as const, msg: CHECK_MAIL }
  })
}

function signUpOf(ctx: RequestCtx, input: Input<typeof auth.register>) {
  const { email, name, phone, password, privacy, captcha, parent_id, parent_token, ...attribution } = input
  return {
    email,
    name,
    phone,
    language: ctx.language,
    attribution,
    is_third_party: false,
    is_counted: countsEvents(ctx),
    wl_id: ctx.wl_id,
  }
}

/** The invitation was sent to this very address, so it is already verified. */
async function joinAtOnce(
  ctx: RequestCtx,
  key: InvitationKey,
  { input, password_hash }: { input: Input<typeof auth.register>; password_hash: string },
) {
  const { user_id, joined } = await inTx(ctx.db, async (db) => {
    const within = { ...ctx, db }
    const pending = await createPending(within, { ...signUpOf(ctx, input), password_hash })
    if (!(await confirmInvited(within, pending))) throw new Problem('invitation_over')
    return { user_id: pending.id, ...(await acceptAsNewcomer(within, pending.id, key)) }
  })
  await beginSession(ctx, user_id, { began_by: 'password' })
  await audit(ctx, 'signed_up', { user_id, actor: `user:${user_id}`, detail: { invited: true } })
  return {
    type: 'success' as const,
    msg: WELCOME,
    user: await signedIn(ctx, user_id),
    joined,
  }
}
