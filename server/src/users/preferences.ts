import type { Preferences } from '@portico/contract/auth.ts'
import type { Ctx } from '#ctx/ctx.ts'
import { type UserRow, updateUser } from './store.ts'

export function preferencesOf({ news, offers, reports, triggers }: UserRow): Preferences {
  const flag = (on: boolean) => (on ? 1 : 0)
  return { news: flag(news), offers: flag(offers), reports: flag(reports), triggers: flag(triggers) }
}

export async function savePreferences(ctx: Pick<Ctx, 'db'>, id: number, preferences: Preferences): Promise<void> {
  const { news, offers, reports, triggers } = preferences
  await updateUser(ctx.db, id, {
    news: news === 1,
    offers: offers === 1,
    reports: reports === 1,
    triggers: triggers === 1,
  })
}
