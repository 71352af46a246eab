import type { changeEmail } from '@portico/contract/change-email.ts'
import type { Input } from '@portico/contract/endpoint.ts'
import { Problem } from '@portico/contract/problem.ts'
import { HOUR_MS } from '@portico/contract/time.ts'
import { audit } from '#audit/index.ts'
import { sameText } from '#crypto/keys.ts'
import type { UserCtx } from '#ctx/ctx.ts'
import { countTry } from '#db/one-time-store.ts'
import { inTx } from '#db/tx.ts'
import { isWithin, type Limit, spend } from '#http/limits.ts'
import { endSessionsOf } from '#http/session.ts'
import { readdressInvitations } from '#team/index.ts'
import { sessionUser, setEmail, userByEmail, userById } from '#users/index.ts'
import { mailChangeCodes, mailEmailChanged } from './email-change-mails.ts'
import { forgetOtherDevices } from './known-devices.ts'
import { revokeAllLinks } from './link-tokens.ts'
import { EMAIL_CHANGES, putEmailChange } from './mail-code-store.ts'
import { CODE_TRIES, CODE_TTL_MS, newMailCode } from './mail-codes.ts'
import { mailAlreadyRegistered } from './notices.ts'

const PER_USER: Limit = { name: 'email-change', max: 5, window_ms: HOUR_MS }
const PER_ADDRESS: Limit = { name: 'email-change-to', max: 3, window_ms: HOUR_MS }
const WRONG = 'The code is wrong or no longer valid.'

const macOf = (ctx: UserCtx, which: 'old' | 'new', code: string) =>
  ctx.keys.mac('email-code', `${ctx.session.user_id}.${which}.${code}`)

async function ownerOf(ctx: UserCtx) {
  const user = await userById(ctx, ctx.session.user_id)
  // Only the operator changes the address of staff.
  if (!user || user.is_staff) throw new Problem('not_allowed')
  return user
}

/** Mails a code to each of the two addresses. Only its owner learns whether the new one already has an account. */
export async function requestEmailChange(ctx: UserCtx, { email }: Input<typeof changeEmail.requestEmailChange>) {
  const user = await ownerOf(ctx)
  if (email === user.email) throw new Problem('invalid_input', { fields: { email: 'This is your address already.' } })
  await spend(ctx, [{ limit: PER_USER, of: String(user.id) }])
  const may_send = await isWithin(ctx, { limit: PER_ADDRESS, of: email })
  const taken_by = await userByEmail(ctx, email)
  const codes = { old: newMailCode(), new: newMailCode() }
  await inTx(ctx.db, async (db) => {
    const within = { ...ctx, db }
    await putEmailChange(db, {
      user_id: user.id,
      new_email: email,
      old_mac: macOf(ctx, 'old', codes.old),
      new_mac: macOf(ctx, 'new', codes.new),
      expires_at: new Date(ctx.clock.now().getTime() + CODE_TTL_MS),
    })
    if (taken_by && may_send) await mailAlreadyRegistered(within, taken_by)
    await mailChangeCodes(within, user, { email, codes, to_new: may_send && !taken_by })
    await audit(within, 'email_change_asked', {})
  })
  return { type: 'success' as const }
}

/** Needs both codes. Other sessions are signed out, and the old address gets a restore link. */
export async function confirmEmailChange(
  ctx: UserCtx,
  { old_code, new_code }: Input<typeof changeEmail.confirmEmailChange>,
) {
  const user = await ownerOf(ctx)
  const input = await countTry(ctx.db, 'email_changes', user.id)
  if (!input || input.expires_at <= ctx.clock.now()) throw new Problem('setup_over')
  if (input.tries > CODE_TRIES) throw new Problem('code_spent')
  const wrong = {
    ...(!sameText(input.old_mac, macOf(ctx, 'old', old_code)) && { old_code: WRONG }),
    ...(!sameText(input.new_mac, macOf(ctx, 'new', new_code)) && { new_code: WRONG }),
  }
  if (Object.keys(wrong).length > 0) throw new Problem('wrong_code', { fields: wrong })
  await inTx(ctx.db, async (db) => {
    const within = { ...ctx, db }
    if (!(await EMAIL_CHANGES.use(db, { user_id: user.id, new_mac: input.new_mac }, ctx.clock.now())))
      throw new Problem('setup_over')
    if (!(await setEmail(within, user.id, input.new_email))) throw new Problem('already_there')
    await readdressInvitations(within, user.email, input.new_email)
    await endSessionsOf(within, user.id, ctx.session.token_hash)
    await revokeAllLinks(within, user.id)
    await forgetOtherDevices(within, user.id)
    await mailEmailChanged(within, user, input.new_email)
    await audit(within, 'email_changed', {})
  })
  return { user: await sessionUser(ctx, user.id) }
}
