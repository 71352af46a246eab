import type { access } from '@portico/contract/access.ts'
import type { Handlers } from '#http/mount.ts'
import { getAccessActivity } from './activity.ts'
import { emailCredentials, getCredentials, regeneratePassword, showPassword } from './credentials.ts'
import { getIpAccess, saveIpAccess } from './ip-access.ts'
import { addMachineLogin, getLogins, setLoginOff } from './logins.ts'
import { getMoneyLogins, moveMoney } from './move-money.ts'
import { activeLogin, creditsOf, loginLimits, loginsOf } from './room.ts'

export const accessHandlers: Handlers<typeof access> = {
  getAccessInfo: async (ctx) => ({
    api_login: (await activeLogin(ctx)).login,
    available_api_logins: (await loginsOf(ctx, ctx.session.user_id)).map((row) => row.login),
  }),
  getApiUserCredits: (ctx) => creditsOf(ctx),
  getLimitsInfo: async (ctx) => (await loginLimits(ctx, (await activeLogin(ctx)).id)).request_limits,
  getCredentials,
  showPassword,
  regeneratePassword,
  emailCredentials,
  getIpAccess,
  saveIpAccess,
  getLogins,
  addMachineLogin,
  setLoginOff,
  getMoneyLogins,
  moveMoney,
  getAccessActivity,
}
