import type { auth } from '@portico/contract/auth.ts'
import type { Input } from '@portico/contract/endpoint.ts'
import { Problem } from '@portico/contract/problem.ts'
import { HOUR_MS } from '@portico/contract/time.ts'
import { audit } from '#audit/index.ts'
import type { RequestCtx } from '#ctx/ctx.ts'
import { inTx } from '#db/tx.ts'
import { addressBlock, isWithin, type Limit, spend } from '#http/limits.ts'
import { userByEmail } from '#users/index.ts'
import { checkBot } from './bot.ts'
import { withMinimumDelay } from './minimum-delay.ts'
import { mayEnter } from './private-brand.ts'
import { mailResetLink } from './reset-link.ts'

const PER_ADDRESS: Limit = { name: 'forgot-address', max: 30, window_ms: HOUR_MS }
const PER_EMAIL: Limit = { name: 'forgot-email', max: 5, window_ms: HOUR_MS }

export async function sendForgotPasswordEmail(
  ctx: RequestCtx,
  { email, captcha }: Input<typeof auth.sendForgotPasswordEmail>,
) {
  await checkBot(ctx, captcha, 'forgot')
  await spend(ctx, [{ limit: PER_ADDRESS, of: addressBlock(ctx.request.ip) }])
  return withMinimumDelay(100, async () => {
    // Counted for every address that is typed, known or not, so that the refusal reveals nothing.
    if (!(await isWithin(ctx, { limit: PER_EMAIL, of: email }))) throw new Problem('too_many_mails')
    const user = await userByEmail(ctx, email)
    if (user?.status === 'active' && (await mayEnter(ctx, user)))
      await inTx(ctx.db, async (db) => {
        const within = { ...ctx, db }
        await mailResetLink(within, user)
        await audit(within, 'reset_requested', { user_id: user.id, actor: 'visitor' })
      })
    return {
      type: 'success' as const,
      msg: 'If an account with this e-mail exists, we have sent a link to set a new password.',
    }
  })
}
