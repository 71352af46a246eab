import type { Input } from '@portico/contract/endpoint.ts'
import { Problem } from '@portico/contract/problem.ts'
import type { profile } from '@portico/contract/profile.ts'
import { MESSAGES } from '@portico/contract/rules.ts'
import { audit } from '#audit/index.ts'
import {
  checkNewPassword,
  checkPassword,
  forgetOtherDevices,
  hashPassword,
  mailPasswordChanged,
  revokeAllLinks,
} from '#auth/index.ts'
import type { UserCtx } from '#ctx/ctx.ts'
import { inTx } from '#db/tx.ts'
import { giveBack, type Limit, spend } from '#http/limits.ts'
import { endSessionsOf } from '#http/session.ts'
import { changeUser } from '#users/index.ts'
import { personOf } from './get-profile.ts'

const PER_USER: Limit = { name: 'change-password', max: 10, window_ms: 10 * 60 * 1000 }

/**
 * Needs the current password; all other sessions of this user end, this session gets a new token, and the owner is
 * notified. A user without a password sets the first one by a mailed link.
 */
export async function changePassword(ctx: UserCtx, input: Input<typeof profile.changePassword>) {
  const { current_password, password, pass_confirm } = input
  const user = await personOf(ctx)
  if (password !== pass_confirm)
    throw new Problem('invalid_input', { fields: { pass_confirm: MESSAGES.passwordsDiffer } })
  if (user.password_hash === null) throw new Problem('no_password_yet')
  const tries = [{ limit: PER_USER, of: String(user.id) }]
  await spend(ctx, tries)
  if (!(await checkPassword(ctx, user.password_hash, current_password ?? '')))
    throw new Problem('wrong_password', { fields: { current_password: 'The current password is wrong.' } })
  await giveBack(ctx, tries)
  checkNewPassword(ctx, password, user)
  const password_hash = await hashPassword(ctx, password)
  await inTx(ctx.db, async (db) => {
    const within = { ...ctx, db }
    await changeUser(within, user.id, { password_hash })
    await endSessionsOf(within, user.id, ctx.session.token_hash)
    await revokeAllLinks(within, user.id)
    await forgetOtherDevices(within, user.id)
    await mailPasswordChanged(within, user)
    await audit(within, 'password_changed', {})
    await ctx.renewSession({ reauth_at: ctx.clock.now() }, db)
  })
  return { type: 'success' as const }
}
