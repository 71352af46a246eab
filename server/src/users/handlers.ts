import { LANGUAGE_FIELD } from '@portico/contract/language.ts'
import type { users } from '@portico/contract/users.ts'
import type { Handlers } from '#http/mount.ts'
import { changeUser, sessionUser } from './room.ts'

export const usersHandlers: Handlers<typeof users> = {
  getUserData: async (ctx) => ({ user: await sessionUser(ctx, ctx.session.user_id) }),
  setLanguage: async (ctx, { language }) => ({
    user: await changeUser(ctx, ctx.session.user_id, { language: LANGUAGE_FIELD[language] }),
  }),
  setTheme: async (ctx, { theme_view }) => ({ user: await changeUser(ctx, ctx.session.user_id, { theme_view }) }),
}
