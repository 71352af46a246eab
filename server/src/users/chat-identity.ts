import { readConsent } from '@portico/contract/scripts.ts'
import type { User } from '@portico/contract/user.ts'
import { hexMac, signedClaims } from '#crypto/keys.ts'
import type { UserCtx } from '#ctx/ctx.ts'
import { findConsent } from './store.ts'

const LIVES_S = 60 * 60

type Identity = Pick<User, 'intercom_hash' | 'intercom_token'>
export const NO_IDENTITY: Identity = { intercom_hash: null, intercom_token: null }

/**
 * Signed statements of the user's identity, for the chat alone: only where the chat is shown, only with consent, and
 * never to staff or to a team's sign-in service.
 */
export async function chatIdentity(ctx: UserCtx, user: User): Promise<Identity> {
  const { brand, session } = ctx
  const chat = ctx.scripts.parties.find(({ name }) => name === 'chat')
  if (!chat || brand.wl_id !== 0 || !user.show_app || user.needs_factor) return NO_IDENTITY
  if (session.staff_id !== null || session.sso_owner_id !== null) return NO_IDENTITY
  const agreed = readConsent(await findConsent(ctx.db, user.id))?.categories ?? []
  if (!agreed.includes(chat.category)) return NO_IDENTITY
  const user_id = String(user.id)
  const now_s = Math.floor(ctx.clock.now().getTime() / 1000)
  const intercom_token = signedClaims(chat.secret, {
    user_id,
    email: user.email,
    name: user.name,
    is_child_account: user.parent_id > 0,
    iat: now_s,
    exp: now_s + LIVES_S,
  })
  return { intercom_hash: hexMac(chat.secret, user_id), intercom_token }
}
