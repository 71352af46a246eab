import type { auth } from '@portico/contract/auth.ts'
import type { Input } from '@portico/contract/endpoint.ts'
import { Problem } from '@portico/contract/problem.ts'
import { MESSAGES } from '@portico/contract/rules.ts'
import { audit } from '#audit/index.ts'
import { hashToken, sameText } from '#crypto/keys.ts'
import type { RequestCtx } from '#ctx/ctx.ts'
import { countTry } from '#db/one-time-store.ts'
import { inTx } from '#db/tx.ts'
import { addressBlock, isWithin, type Limit, spend } from '#http/limits.ts'
import { changeUser, confirmSignUp, discardSignUp, type PendingSignUp, pendingSignUp } from '#users/index.ts'
import { siteOfAccount } from '#whitelabel/index.ts'
import { codeMac, WRONG_CODES } from './activation-mail.ts'
import { checkBot } from './bot.ts'
import { forgetFailures } from './failure-store.ts'
import { deleteIdentities } from './identity-store.ts'
import { linkOrInput } from './link-or-input.ts'
import { isOfConfirmed } from './link-store.ts'
import { peekLink, useUpLink } from './link-tokens.ts'
import { CODE_TRIES } from './mail-codes.ts'
import { maskEmail } from './mask.ts'
import { withMinimumDelay } from './minimum-delay.ts'
import { checkNewPassword } from './password-policy.ts'
import { checkPassword, hashPassword } from './passwords.ts'
import { signedUpHere } from './sign-up-cookie.ts'

type Staged = { user_id: string; token: string } | undefined

const PER_ADDRESS: Limit = { name: 'activate-address', max: 60, window_ms: 60 * 60 * 1000 }

export async function checkActivation(ctx: RequestCtx, { user_id }: Input<typeof auth.checkActivation>) {
  const link = await peekLink(ctx, 'activate', ctx.flow.activate)
  const here = signedUpHere(ctx)
  const pending = link && (await pendingSignUp(ctx, link.public_id))
  if (!pending)
    return {
      mode: await withoutLink(ctx, user_id),
      email: null,
      is_account: false,
      needs_password: here === undefined || (user_id ?? here) !== here,
      sets_password: false,
    }
  const is_here = here === pending.public_id
  const is_account = pending.status === 'active'
  return {
    mode: is_here ? ('auto' as const) : ('confirm' as const),
    email: maskEmail(pending.email),
    is_account,
    needs_password: !is_here && !is_account,
    sets_password: !is_here && !is_account && pending.password_hash === null,
  }
}

/**
 * No usable link: was there one in this address, or is a code to be typed? Only the holder of the link learns that its
 * account is confirmed.
 */
async function withoutLink(ctx: RequestCtx, user_id: string | undefined): Promise<'code' | 'done' | 'gone'> {
  const staged = ctx.flow.activate
  if (!staged || staged.user_id !== user_id) return 'code'
  const token_hash = hashToken(staged.token)
  const about = { purpose: 'activate' as const, token_hash, wl_id: ctx.wl_id, public_id: staged.user_id }
  return (await isOfConfirmed(ctx.db, about)) ? 'done' : 'gone'
}

/**
 * Activates by link or by typed code. In another browser than the one that signed up, the password chosen then is
 * needed too: otherwise a mail scanner, or a curious owner of the address, would activate a stranger's sign-up. An
 * account that verifies its address again gains nothing else by it, so its link is enough.
 */
export async function activateAccount(ctx: RequestCtx, input: Input<typeof auth.activateAccount>) {
  await checkBot(ctx, input.captcha, 'activate')
  await spend(ctx, [{ limit: PER_ADDRESS, of: addressBlock(ctx.request.ip) }])
  const staged = linkOrInput(ctx.flow.activate, input.user_id, input.token)
  const pending = await withMinimumDelay(100, () =>
    input.code ? byCode(ctx, input.code, input.user_id) : byLink(ctx, staged),
  )
  const is_enough = pending.status === 'active' || signedUpHere(ctx) === pending.public_id
  // A third party signed them up without verifying the address: the reader of its mail sets a password of their own.
  const fresh_hash =
    !is_enough && pending.password_hash === null ? await chosenHash(ctx, pending, input.password) : undefined
  if (!is_enough && fresh_hash === undefined) {
    const is_right = await checkPassword(ctx.keys, pending.password_hash, input.password ?? '')
    if (!is_right)
      throw new Problem('wrong_code', { fields: { password: 'This is not the password you chose at sign-up' } })
  }
  await inTx(ctx.db, async (db) => {
    const within = { ...ctx, db }
    if (!input.code) await useLink(within, staged)
    if (!(await confirmSignUp(within, pending))) throw new Problem('link_used')
    await forgetFailures(db, pending.id)
    if (fresh_hash !== undefined) {
      await changeUser(within, pending.id, { password_hash: fresh_hash })
      await deleteIdentities(db, pending.id)
    }
    await audit(within, 'verified', {
      user_id: pending.id,
      actor: `user:${pending.id}`,
      detail: { by: input.code ? 'code' : 'link' },
    })
  })
  // The rest of the link only shows that it has been used, for a visitor who goes back.
  ctx.cookies.drop('signup')
  const msg =
    pending.status === 'active' ? 'Your address is confirmed.' : 'Your account is confirmed. You can sign in now.'
  return { type: 'success' as const, msg }
}

async function chosenHash(ctx: RequestCtx, pending: PendingSignUp, password: string | undefined): Promise<string> {
  if (!password) throw new Problem('invalid_input', { fields: { password: MESSAGES.required } })
  checkNewPassword(ctx, password, pending)
  return hashPassword(ctx.keys, password)
}

async function byLink(ctx: RequestCtx, staged: Staged): Promise<PendingSignUp> {
  const link = await peekLink(ctx, 'activate', staged)
  const pending = link && (await pendingSignUp(ctx, link.public_id))
  if (!pending) throw new Problem('link_used')
  return pending
}

async function useLink(ctx: RequestCtx, staged: Staged): Promise<void> {
  const link = await peekLink(ctx, 'activate', staged)
  if (!link || !(await useUpLink(ctx, link))) throw new Problem('link_used')
}

async function byCode(ctx: RequestCtx, code: string, public_id: string | undefined): Promise<PendingSignUp> {
  const given = public_id ?? signedUpHere(ctx) ?? ''
  const waiting = await pendingSignUp(ctx, given)
  // Like a link, a code counts only at the site the mail named.
  const is_at_home = waiting !== undefined && (await siteOfAccount(ctx, waiting.id)).wl_id === ctx.wl_id
  const pending = is_at_home ? waiting : undefined
  const stored = pending && (await countTry(ctx.db, 'activation_codes', pending.id))
  const expected = stored?.code_mac ?? codeMac(ctx, 0, 'none')
  const is_right = sameText(expected, codeMac(ctx, pending?.id ?? 0, code))
  if (!pending || !stored || !is_right || stored.tries > CODE_TRIES || stored.expires_at <= ctx.clock.now())
    throw await refusalOf(ctx, given)
  return pending
}

/** Counted for every address that is named, so that the answer is the same with and without a pending sign-up. */
async function refusalOf(ctx: RequestCtx, given: string): Promise<Problem> {
  const has_tries_left = given === '' || (await isWithin(ctx, { limit: WRONG_CODES, of: given }))
  return new Problem(has_tries_left ? 'wrong_code' : 'code_spent')
}

export async function rejectActivation(ctx: RequestCtx) {
  const link = await peekLink(ctx, 'activate', ctx.flow.activate)
  if (link?.status === 'pending') {
    await discardSignUp(ctx, link.user_id)
    await audit(ctx, 'sign_up_rejected', { actor: 'visitor', detail: { user: link.user_id } })
  }
  ctx.setFlow({ activate: undefined })
  return { type: 'success' as const, msg: 'The sign-up has been deleted.' }
}
