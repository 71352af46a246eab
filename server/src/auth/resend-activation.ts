import type { auth } from '@portico/contract/auth.ts'
import type { Input } from '@portico/contract/endpoint.ts'
import { inTx } from '#db/tx.ts'
import { addressBlock, isWithin, type Limit, spend } from '#http/limits.ts'
import { newestSignUp } from '#users/room.ts'
import type { RequestCtx } from '../ctx.ts'
import { sendActivation } from './activation-mail.ts'
import { checkBot } from './bot.ts'
import { evenTime } from './even-time.ts'
import { mayEnter } from './private-brand.ts'

const HOUR_MS = 60 * 60 * 1000
const PER_ADDRESS: Limit = { name: 'resend-address', max: 30, window_ms: HOUR_MS }
const PER_EMAIL: Limit = { name: 'resend-email', max: 5, window_ms: HOUR_MS }

/** The same answer whether someone waits for a code, has long confirmed, or never was here. */
export async function resendActivation(ctx: RequestCtx, { email, captcha }: Input<typeof auth.resendActivation>) {
  await checkBot(ctx, captcha, 'resend')
  await spend(ctx, [{ limit: PER_ADDRESS, of: addressBlock(ctx.request.ip) }])
  return evenTime(100, async () => {
    const pending = await newestSignUp(ctx, email)
    // Too many wishes for one address are passed over in silence: an error would tell that there is someone to annoy.
    const may_send = await isWithin(ctx, { limit: PER_EMAIL, of: email })
    if (pending && may_send && (await mayEnter(ctx, { id: pending.id })))
      await inTx(ctx.db, (db) => sendActivation({ ...ctx, db }, pending))
    return { type: 'success' as const, msg: 'If this address waits for confirmation, a new code is on its way.' }
  })
}
