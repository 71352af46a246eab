import type { Provider } from '@portico/contract/providers.ts'
import type { Ctx } from '#ctx/ctx.ts'
import { deleteIdentity, identitiesOf as identityRows } from './identity-store.ts'
import { checkPassword as checkWith, hashPassword as hashWith } from './passwords.ts'

export { confirmEmailChange, requestEmailChange } from './change-email.ts'
export { endAccess } from './end-access.ts'
export { checkOwnPassword, enterBySso } from './enter-by-sso.ts'
export { dropFactor, factorOf, hasFactor } from './factor.ts'
export { forgetOtherDevices } from './known-devices.ts'
export { issueLink, LINK_TTL_MS, revokeAllLinks } from './link-tokens.ts'
export { mayAct } from './login-links.ts'
export { mailPasswordChanged } from './notices.ts'
export { beginFactor, renewRecoveryCodes, turnOffFactor, turnOnFactor } from './own-factor.ts'
export { dropPasskeys, ownPasskeyHandlers, passkeysOf } from './passkeys.ts'
export { checkNewPassword } from './password-policy.ts'
export { resetFactors } from './reset-factors.ts'
export { mailResetLink } from './reset-link.ts'
export { listStaff, lockStaff, makeFactor } from './staff-factor.ts'
export { sweepAuth } from './sweep.ts'

/** Sign-up, sign-in, sign-out, and the links for them. Passwords are hashed only in this module. */
export function hashPassword(ctx: Pick<Ctx, 'keys'>, password: string): Promise<string> {
  return hashWith(ctx.keys, password)
}

export function checkPassword(ctx: Pick<Ctx, 'keys'>, stored: string | null, password: string): Promise<boolean> {
  return checkWith(ctx.keys, stored, password)
}

export function identitiesOf(ctx: Pick<Ctx, 'db'>, user_id: number) {
  return identityRows(ctx.db, user_id)
}

export function unlink(ctx: Pick<Ctx, 'db'>, user_id: number, provider: Provider): Promise<boolean> {
  return deleteIdentity(ctx.db, user_id, provider)
}
