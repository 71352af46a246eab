import { Problem } from '@portico/contract/problem.ts'
import type { profile } from '@portico/contract/profile.ts'
import { audit, changesBetween } from '#audit/index.ts'
import {
  addPasskey,
  beginFactor,
  beginPasskey,
  confirmEmailChange,
  forgetOtherDevices,
  identitiesOf,
  removePasskey,
  renewRecoveryCodes,
  requestEmailChange,
  revokeAllLinks,
  turnOffFactor,
  turnOnFactor,
  unlink,
} from '#auth/index.ts'
import { inTx } from '#db/tx.ts'
import { checkSeen } from '#http/check-seen.ts'
import type { Handlers } from '#http/mount.ts'
import { endSessionNamed, endSessionsOf } from '#http/session.ts'
import { lockUser, preferencesOf, savePreferences } from '#users/index.ts'
import { changePassword } from './change-password.ts'
import { getProfile, personOf } from './get-profile.ts'
import { mailPasswordLink } from './mail-password-link.ts'
import { saveProfile } from './save-profile.ts'

const DONE = { type: 'success' as const }

export const profileHandlers: Handlers<typeof profile> = {
  getProfile,
  saveProfile,
  changePassword,
  mailPasswordLink,
  savePreferences: (ctx, { seen, ...preferences }) =>
    inTx(ctx.db, async (db) => {
      const within = { ...ctx, db }
      await lockUser(db, ctx.session.user_id)
      const before = preferencesOf(await personOf(within))
      checkSeen(seen, before)
      await savePreferences(within, ctx.session.user_id, preferences)
      await audit(within, 'preferences_changed', { detail: changesBetween(before, preferences) })
      return preferencesOf(await personOf(within))
    }),
  endSession: async (ctx, { public_id }) => {
    if (await endSessionNamed(ctx, ctx.session.user_id, public_id)) await audit(ctx, 'session_ended', {})
    return DONE
  },
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
  unlinkIdentity: async (ctx, { provider }) => {
    const user = await personOf(ctx)
    await inTx(ctx.db, async (db) => {
      const within = { ...ctx, db }
      if (!(await unlink(within, user.id, provider))) return
      const left = await identitiesOf(within, user.id)
      if (user.password_hash === null && left.length === 0) throw new Problem('last_sign_in')
      await audit(within, 'identity_unlinked', { detail: { provider } })
    })
    return DONE
  },
  beginFactor,
  turnOnFactor,
  turnOffFactor,
  renewRecoveryCodes,
  requestEmailChange,
  confirmEmailChange,
  beginPasskey,
  addPasskey,
  removePasskey,
}
