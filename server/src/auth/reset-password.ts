import type { auth } from '@portico/contract/auth.ts'
import type { Input } from '@portico/contract/endpoint.ts'
import { Problem } from '@portico/contract/problem.ts'
import { MESSAGES } from '@portico/contract/rules.ts'
import { audit } from '#audit/index.ts'
import type { RequestCtx } from '#ctx/ctx.ts'
import { inTx } from '#db/tx.ts'
import { forgetUses } from '#http/limits.ts'
import { endSessionsOf } from '#http/session.ts'
import { changeUser, userById } from '#users/index.ts'
import { PER_ACCOUNT } from './authenticate.ts'
import { forgetDevices } from './device-store.ts'
import { forgetFailures } from './failure-store.ts'
import { linkOrInput } from './link-or-input.ts'
import { peekLink, revokeAllLinks, useUpLink } from './link-tokens.ts'
import { withMinimumDelay } from './minimum-delay.ts'
import { mailPasswordChanged } from './notices.ts'
import { checkNewPassword } from './password-policy.ts'
import { hashPassword } from './passwords.ts'

/** Checks without using the link. */
export function sendResetPasswordCheckRequest(
  ctx: RequestCtx,
  { id, token }: Input<typeof auth.sendResetPasswordCheckRequest>,
) {
  return withMinimumDelay(50, async () => {
    const link = await peekLink(ctx, 'reset', linkOrInput(ctx.flow.reset, id, token))
    return { result: link?.status === 'active' }
  })
}

/** Ends every session and every other link of the user, notifies them, and opens no session. */
export async function sendResetPasswordRequest(ctx: RequestCtx, input: Input<typeof auth.sendResetPasswordRequest>) {
  const { id, token, password, pass_confirm } = input
  if (password !== pass_confirm)
    throw new Problem('invalid_input', { fields: { pass_confirm: MESSAGES.passwordsDiffer } })
  const link = await peekLink(ctx, 'reset', linkOrInput(ctx.flow.reset, id, token))
  const user = link?.status === 'active' ? await userById(ctx, link.user_id) : undefined
  if (!link || !user) throw new Problem('link_used')
  checkNewPassword(ctx, password, user)
  const password_hash = await hashPassword(ctx.keys, password)
  await inTx(ctx.db, async (db) => {
    const within = { ...ctx, db }
    if (!(await useUpLink(within, link))) throw new Problem('link_used')
    await changeUser(within, user.id, { password_hash })
    await endSessionsOf(within, user.id)
    await revokeAllLinks(within, user.id)
    await forgetDevices(db, user.id)
    await forgetFailures(db, user.id)
    await mailPasswordChanged(within, user)
    await audit(within, 'password_reset', { user_id: user.id, actor: `user:${user.id}` })
  })
  await forgetUses(ctx, { limit: PER_ACCOUNT, of: user.email })
  ctx.setFlow({ reset: undefined })
  return { type: 'success' as const, msg: 'Your password has been changed. You can sign in with it now.' }
}
