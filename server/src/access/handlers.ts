import type { access } from '@portico/contract/access.ts'
import { change } from '#http/change.ts'
import type { Handlers } from '#http/mount.ts'
import { getAccessActivity } from './activity.ts'
import { getCredentials, regeneratePassword, showPassword, spendShow } from './credentials.ts'
import { getAccessInfo } from './get-access-info.ts'
import { activeLogin, creditsOf, loginLimits } from './index.ts'
import { getIpAccess, saveIpAccess } from './ip-access.ts'
import { addMachineLogin, getLogins, setLoginOff } from './logins.ts'
import { getMoneyLogins, moveMoney, recallAccount } from './move-money.ts'

export const accessHandlers: Handlers<typeof access> = {
  getAccessInfo,
  getApiUserCredits: (ctx) => creditsOf(ctx),
  getLimitsInfo: async (ctx) => (await loginLimits(ctx, (await activeLogin(ctx)).id)).request_limits,
  getCredentials,
  showPassword: change(showPassword, { before: spendShow }),
  regeneratePassword: change(regeneratePassword, { before: spendShow }),
  getIpAccess,
  saveIpAccess: change(saveIpAccess),
  getLogins,
  addMachineLogin: change(addMachineLogin),
  setLoginOff: change(setLoginOff),
  getMoneyLogins,
  moveMoney: change(moveMoney, { before: recallAccount }),
  getAccessActivity,
}
