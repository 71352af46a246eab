import type { auth } from '@portico/contract/auth.ts'
import type { Input } from '@portico/contract/endpoint.ts'
import { Problem } from '@portico/contract/problem.ts'
import { HOUR_MS } from '@portico/contract/time.ts'
import type { RequestCtx } from '#ctx/ctx.ts'
import { inTx } from '#db/tx.ts'
import { addressBlock, forgetUses, isWithin, type Limit, spend } from '#http/limits.ts'
import { newestSignUp } from '#users/index.ts'
import { sendActivation, WRONG_CODES } from './activation-mail.ts'
import { checkBot } from './bot.ts'
import { withMinimumDelay } from './minimum-delay.ts'
import { mayEnter } from './private-brand.ts'
import { signedUpHere } from './sign-up-cookie.ts'

const PER_ADDRESS: Limit = { name: 'resend-address', max: 30, window_ms: HOUR_MS }
const PER_EMAIL: Limit = { name: 'resend-email', max: 5, window_ms: HOUR_MS }

/** Answers the same for a pending, a confirmed and an unknown address. */
export async function resendActivation(ctx: RequestCtx, { email, captcha }: Input<typeof auth.resendActivation>) {
  await checkBot(ctx, captcha, 'resend')
  await spend(ctx, [{ limit: PER_ADDRESS, of: addressBlock(ctx.request.ip) }])
  return withMinimumDelay(100, async () => {
    // Counted for every address that is typed, known or not, so that the refusal reveals nothing.
    if (!(await isWithin(ctx, { limit: PER_EMAIL, of: email }))) throw new Problem('too_many_mails')
    // Reset for this browser only, whatever address was typed: otherwise the next wrong code would reveal whose it is.
    await forgetUses(ctx, { limit: WRONG_CODES, of: signedUpHere(ctx) ?? '' })
    const pending = await newestSignUp(ctx, email)
    if (pending && (await mayEnter(ctx, { id: pending.id })))
      await inTx(ctx.db, (db) => sendActivation({ ...ctx, db }, pending))
    return { type: 'success' as const, msg: 'If this address is waiting to be confirmed, we have sent a new code.' }
  })
}
