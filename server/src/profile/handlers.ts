import { LANGUAGE_FIELD } from '@portico/contract/language.ts'
import { Problem } from '@portico/contract/problem.ts'
import { PROFILE_TEXTS, type ProfileText, type profile } from '@portico/contract/profile.ts'
import { audit, changesBetween } from '#audit/room.ts'
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
} from '#auth/room.ts'
import { inTx } from '#db/tx.ts'
import type { Handlers } from '#http/mount.ts'
import { endSessionNamed, endSessionsOf } from '#http/session.ts'
import { changeUser, preferencesOf, savePreferences } from '#users/room.ts'
import { changePassword } from './change-password.ts'
import { getProfile, personOf } from './get-profile.ts'
import { mailPasswordLink } from './mail-password-link.ts'

const DONE = { type: 'success' as const }

export const profileHandlers: Handlers<typeof profile> = {
  getProfile,
  saveProfile: async (ctx, { name, language, theme_view, time_zone, ...typed }) => {
    const texts: Partial<Record<ProfileText, string | null>> = {}
    for (const text of PROFILE_TEXTS) texts[text] = typed[text] || null
    const change = {
      name,
      ...texts,
      language: LANGUAGE_FIELD[language],
      theme_view,
      time_zone: time_zone || null,
    }
    const before = await personOf(ctx)
    const user = await changeUser(ctx, ctx.session.user_id, change)
    // Of a name and the like the log keeps that they were changed, since nothing can be taken out of it.
    const fields = (['name', ...PROFILE_TEXTS] as const).filter((field) => before[field] !== change[field]).join(', ')
    const { language: spoken, theme_view: look, time_zone: zone } = before
    const changes = changesBetween(
      { language: spoken, theme_view: look, time_zone: zone },
      { language: change.language, theme_view, time_zone: change.time_zone },
    )
    await audit(ctx, 'profile_changed', { detail: { ...(fields && { fields }), ...changes } })
    return { user }
  },
  changePassword,
  mailPasswordLink,
  savePreferences: async (ctx, wishes) => {
    const before = preferencesOf(await personOf(ctx))
    await savePreferences(ctx, ctx.session.user_id, wishes)
    await audit(ctx, 'preferences_changed', { detail: changesBetween(before, wishes) })
    return preferencesOf(await personOf(ctx))
  },
  endSession: async (ctx, { public_id }) => {
    if (await endSessionNamed(ctx, ctx.session.user_id, public_id)) await audit(ctx, 'session_ended', {})
    return DONE
  },
  endOtherSessions: async (ctx) => {
    const { user_id, token_hash } = ctx.session
    const ended = await inTx(ctx.db, async (db) => {
      const within = { ...ctx, db }
      const count = await endSessionsOf(within, user_id, token_hash)
      // An opened link in another browser is the beginning of a session: what its cookie holds is worth nothing now.
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
