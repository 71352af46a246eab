import type { auth } from '@portico/contract/auth.ts'
import type { emailRestore } from '@portico/contract/change-email.ts'
import type { passkeySignIn, staffPasskeys } from '@portico/contract/passkeys.ts'
import { audit } from '#audit/index.ts'
import { addressBlock, type Limit, spend } from '#http/limits.ts'
import type { Handlers } from '#http/mount.ts'
import { changeUser } from '#users/index.ts'
import { activateAccount, checkActivation, rejectActivation } from './activate-account.ts'
import { authenticate } from './authenticate.ts'
import { sendForgotPasswordEmail } from './forgot-password.ts'
import { checkLink, endImpersonation, loginOnetime, loginOnetimeAdmin, loginToken } from './login-links.ts'
import { goToThirdParty, loginByThirdParty } from './oauth.ts'
import { confirmByPasskey, passkeyChallenge, reauthenticateByPasskey, signInByPasskey } from './passkey-sign-in.ts'
import { needStaff, ownPasskeyHandlers, passkeysOf } from './passkeys.ts'
import { reauthenticate } from './reauthenticate.ts'
import { register } from './register.ts'
import { resendActivation } from './resend-activation.ts'
import { sendResetPasswordCheckRequest, sendResetPasswordRequest } from './reset-password.ts'
import { checkEmailRestore, restoreEmail } from './restore-email.ts'
import { confirmFactor, secondFactor } from './second-factor.ts'
import { sendCheckUnsubscribeDataRequest, sendUnsubscribeRequest } from './unsubscribe.ts'

const CHALLENGES: Limit = { name: 'challenges', max: 300, window_ms: 10 * 60 * 1000 }

export const authHandlers: Handlers<typeof auth> = {
  authenticate,
  secondFactor,
  confirmFactor,
  register,
  signout: async (ctx) => {
    if (ctx.session) {
      await audit(ctx, 'signed_out', {})
      if (!ctx.session.staff_id) await changeUser(ctx, ctx.session.user_id, { first_visit: false })
    }
    await ctx.endSession()
    return { type: 'success' }
  },
  reauthenticate,
  challenge: async (ctx, { action }) => {
    await spend(ctx, [{ limit: CHALLENGES, of: addressBlock(ctx.request.ip) }])
    return ctx.botCheck.challenge(action)
  },
  checkActivation,
  activateAccount,
  rejectActivation,
  resendActivation,
  sendForgotPasswordEmail,
  sendResetPasswordCheckRequest,
  sendResetPasswordRequest,
  sendCheckUnsubscribeDataRequest,
  sendUnsubscribeRequest,
  checkLink,
  loginToken,
  loginOnetime,
  loginOnetimeAdmin,
  endImpersonation,
  goToThirdParty,
  loginByThirdParty,
}

/** Apart from the rest, because the page loads them only where they are needed. */
export const emailRestoreHandlers: Handlers<typeof emailRestore> = { checkEmailRestore, restoreEmail }
const ofStaff = ownPasskeyHandlers('staff')
export const passkeyHandlers: Handlers<typeof passkeySignIn & typeof staffPasskeys> = {
  passkeyChallenge,
  signInByPasskey,
  reauthenticateByPasskey,
  listStaffPasskeys: async (ctx) => {
    needStaff(ctx)
    return { passkeys: await passkeysOf(ctx, ctx.session.user_id) }
  },
  beginStaffPasskey: ofStaff.begin,
  addStaffPasskey: ofStaff.add,
  removeStaffPasskey: ofStaff.remove,
  confirmByPasskey,
}
