import { Problem } from '@portico/contract/problem.ts'
import type { profile } from '@portico/contract/profile.ts'
import { audit, changesBetween } from '#audit/index.ts'
import {
  beginFactor,
  confirmEmailChange,
  forgetOtherDevices,
  identitiesOf,
  ownPasskeyHandlers,
  renewRecoveryCodes,
  requestEmailChange,
  revokeAllLinks,
  turnOffFactor,
  turnOnFactor,
  unlink,
} from '#auth/index.ts'
import { inTx } from '#db/tx.ts'
import { change } from '#http/change.ts'
import { checkSeen } from '#http/check-seen.ts'
import type { Handlers } from '#http/mount.ts'
import { endSessionNamed, endSessionsOf } from '#http/session.ts'
import { lockUser, preferencesOf, savePreferences } from '#users/index.ts'
import { changePassword } from './change-password.ts'
import { getProfile, personOf } from './get-profile.ts'
import { mailPasswordLink } from './mail-password-link.ts'
import { saveProfile } from './save-profile.ts'

const DONE = { type: 'success' as const }
const passkeys = ownPasskeyHandlers('customer')

export const profileHandlers: Handlers<typeof profile> = {
  getProfile,
  saveProfile,
  changePassword,
  mailPasswordLink,
  savePreferences: change(async (ctx, { seen, ...preferences }) => {
    await lockUser(ctx.db, ctx.session.user_id)
    const before = preferencesOf(await personOf(ctx))
    checkSeen(seen, before)
    await savePreferences(ctx, ctx.session.user_id, preferences)
    ctx.audit('preferences_changed', { detail: changesBetween(before, preferences) })
    return preferencesOf(await personOf(ctx))
  }),
  endSession: change(async (ctx, { public_id }) => {
    if (await endSessionNamed(ctx, ctx.session.user_id, public_id)) ctx.audit('session_ended', {})
    return DONE
  }),
  endOtherSessions: async (ctx) => {
    const { user_id, token_hash } = ctx.session
    const ended = await inTx(ctx.db, async (db) => {
      const within = { ...ctx, db }
      const count = await endSessionsOf(within, user_id, token_hash)
      // A link opened in another browser is the beginning of a session: the content of its cookie is revoked, too.
      await revokeAllLinks(within, user_id)
      await forgetOtherDevices(within, user_id)
      await audit(within, 'sessions_ended', { detail: { ended: count } })
      return count
    })
    ctx.setFlow({ activate: undefined, reset: undefined, token: undefined, onetime: undefined })
    return { ended }
  },
  unlinkIdentity: change(async (ctx, { provider }) => {
    const user = await personOf(ctx)
    if (!(await unlink(ctx, user.id, provider))) return DONE
    const left = await identitiesOf(ctx, user.id)
    if (user.password_hash === null && left.length === 0) throw new Problem('last_sign_in')
    ctx.audit('identity_unlinked', { detail: { provider } })
    return DONE
  }),
  beginFactor,
  turnOnFactor,
  turnOffFactor,
  renewRecoveryCodes,
  requestEmailChange,
  confirmEmailChange,
  beginPasskey: passkeys.begin,
  addPasskey: passkeys.add,
  removePasskey: passkeys.remove,
}
