import type { access } from '@portico/contract/access.ts'
import type { Handlers } from '#http/mount.ts'
import { activeLogin, creditsOf, loginsOf } from './room.ts'

export const accessHandlers: Handlers<typeof access> = {
  getAccessInfo: async (ctx) => ({
    api_login: (await activeLogin(ctx)).login,
    available_api_logins: (await loginsOf(ctx, ctx.session.user_id)).map((row) => row.login),
  }),
  getApiUserCredits: (ctx) => creditsOf(ctx),
}
