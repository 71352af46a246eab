import type { Input } from '@portico/contract/endpoint.ts'
import { LANGUAGE_FIELD } from '@portico/contract/language.ts'
import { Problem } from '@portico/contract/problem.ts'
import { PROFILE_TEXTS, type ProfileText, type profile } from '@portico/contract/profile.ts'
import { audit, changesBetween } from '#audit/index.ts'
import type { UserCtx } from '#ctx/ctx.ts'
import { inTx } from '#db/tx.ts'
import { checkSeen } from '#http/check-seen.ts'
import { changeUser, lockUser } from '#users/index.ts'
import { isBySso, personOf, textsOf } from './get-profile.ts'

export function saveProfile(asker: UserCtx, input: Input<typeof profile.saveProfile>) {
  const { name, language, theme_view, time_zone, seen, ...typed } = input
  const texts: Partial<Record<ProfileText, string | null>> = {}
  for (const text of PROFILE_TEXTS) texts[text] = typed[text] || null
  return inTx(asker.db, async (db) => {
    const ctx = { ...asker, db }
    await lockUser(db, ctx.session.user_id)
    const before = await personOf(ctx)
    if (isBySso(ctx)) {
      // Name and texts belong to the user, also where others see them, so they need a proof; appearance does not.
      if (name !== before.name || PROFILE_TEXTS.some((text) => typed[text])) throw new Problem('not_by_sso')
      for (const text of PROFILE_TEXTS) texts[text] = before[text]
    } else checkSeen(seen, { name: before.name, ...textsOf(before), time_zone: before.time_zone ?? '' })
    const change = {
      name,
      ...texts,
      language: language ? LANGUAGE_FIELD[language] : before.language,
      theme_view: theme_view ?? before.theme_view,
      time_zone: time_zone || null,
    }
    const user = await changeUser(ctx, ctx.session.user_id, change)
    // The log records that a name or text was changed, not its value, since nothing can be removed from it.
    const fields = (['name', ...PROFILE_TEXTS] as const).filter((field) => before[field] !== change[field]).join(', ')
    const changes = changesBetween(chosenIn(before), chosenIn(change))
    await audit(ctx, 'profile_changed', { detail: { ...(fields && { fields }), ...changes } })
    return { user }
  })
}

function chosenIn({ language, theme_view, time_zone }: Pick<Person, 'language' | 'theme_view' | 'time_zone'>) {
  return { language, theme_view, time_zone }
}
type Person = Awaited<ReturnType<typeof personOf>>
