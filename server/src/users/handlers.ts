import { LANGUAGE_FIELD } from '@portico/contract/language.ts'
import type { users } from '@portico/contract/users.ts'
import { switchLogin } from '#access/index.ts'
import type { UserCtx } from '#ctx/ctx.ts'
import { change } from '#http/change.ts'
import type { Handlers } from '#http/mount.ts'
import { chatIdentity } from './chat-identity.ts'
import { emailCredentials, spendMail } from './email-credentials.ts'
import { changeUser, sessionUser } from './index.ts'

export const usersHandlers: Handlers<typeof users> = {
  getUserData: identified,
  getUpdatedUserObject: identified,
  setActiveApiUser: async (ctx, { login }) => {
    await switchLogin(ctx, login)
    return { data: { user: await sessionUser(ctx, ctx.session.user_id) } }
  },
  setConsentData: async (ctx, { consent }) => {
    await changeUser(ctx, ctx.session.user_id, { consent })
    return { type: 'success' }
  },
  setLanguage: async (ctx, { language }) => ({
    user: await changeUser(ctx, ctx.session.user_id, { language: LANGUAGE_FIELD[language] }),
  }),
  emailCredentials: change(emailCredentials, { before: spendMail }),
  setTheme: async (ctx, { theme_view }) => ({ user: await changeUser(ctx, ctx.session.user_id, { theme_view }) }),
}

async function identified(ctx: UserCtx) {
  const user = await sessionUser(ctx, ctx.session.user_id)
  return { user: { ...user, ...(await chatIdentity(ctx, user)) } }
}
