import type { RequestCtx } from '#ctx/ctx.ts'
import { dropFactor, forgetWrongCodes } from './factor.ts'
import { mailFactorChanged } from './notices.ts'
import { deletePasskeysOf } from './passkey-store.ts'

/** Reset to the password alone by the operator: the owner of the account is notified in any case. */
export async function resetFactors(
  ctx: RequestCtx,
  user: { id: number; email: string; name: string; language: string },
): Promise<{ had_factor: boolean; passkeys: number }> {
  const had_factor = await dropFactor(ctx, user.id)
  const passkeys = await deletePasskeysOf(ctx.db, user.id)
  await forgetWrongCodes(ctx, user.id)
  await mailFactorChanged(ctx, user, 'factor_reset')
  return { had_factor, passkeys }
}
