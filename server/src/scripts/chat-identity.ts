import { readConsent } from '@portico/contract/scripts.ts'
import { signedClaims } from '#crypto/keys.ts'
import type { UserCtx } from '#ctx/ctx.ts'
import { consentOf, sessionUser } from '#users/index.ts'
import { scriptsAt } from './read-scripts.ts'

const LIVES_S = 60 * 60

/**
 * A signed statement of the user's identity, for the chat alone: only where the chat is shown, and only with consent.
 */
export async function chatIdentity(ctx: UserCtx): Promise<{ token: string | null }> {
  const chat = scriptsAt(ctx.scripts, ctx.brand).parties.find(({ name }) => name === 'chat')
  const user = await sessionUser(ctx, ctx.session.user_id)
  const agreed = readConsent(await consentOf(ctx, user.id))?.categories ?? []
  if (!chat || !user.show_app || !agreed.includes(chat.category)) return { token: null }
  const now_s = Math.floor(ctx.clock.now().getTime() / 1000)
  const token = signedClaims(chat.secret, {
    user_id: String(user.id),
    email: user.email,
    name: user.name,
    is_child_account: user.parent_id > 0,
    iat: now_s,
    exp: now_s + LIVES_S,
  })
  return { token }
}
