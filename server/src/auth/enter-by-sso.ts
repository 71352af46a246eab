import { Problem } from '@portico/contract/problem.ts'
import { audit } from '#audit/index.ts'
import type { RequestCtx } from '#ctx/ctx.ts'
import { addressBlock, giveBack, type Limit, spend } from '#http/limits.ts'
import { signedIn, userById } from '#users/index.ts'
import { PER_ACCOUNT } from './authenticate.ts'
import { beginSession } from './known-devices.ts'
import { checkPassword } from './passwords.ts'
import { mayEnter } from './private-brand.ts'
import { askForCode, needsCode } from './second-factor.ts'

const PER_ADDRESS: Limit = { name: 'sso-connect-address', max: 30, window_ms: 10 * 60 * 1000 }

/**
 * Signs in a member whom the team's sign-in service authenticated: the session works on that team alone. Their own
 * second factor is needed as with every other way to sign in.
 */
export async function enterBySso(ctx: RequestCtx, user_id: number, owner_id: number) {
  const user = await userById(ctx, user_id)
  if (user?.status !== 'active' || user.is_staff || !(await mayEnter(ctx, user))) {
    await audit(ctx, 'sign_in_failed', { user_id, actor: 'visitor', detail: { by: 'single sign-on' } })
    throw new Problem('sso_failed')
  }
  if (await needsCode(ctx, user)) {
    await askForCode(ctx, user, 'sso', owner_id)
    return { kind: 'code' as const }
  }
  await beginSession(ctx, user_id, { began_by: 'sso', sso_owner_id: owner_id })
  await audit(ctx, 'signed_in', { user_id, actor: `user:${user_id}`, detail: { by: 'single sign-on' } })
  const user_shown = await signedIn(ctx, user_id, owner_id)
  return { kind: 'signed_in' as const, user: user_shown }
}

/** Checks the sign-in password of an account without a session. Tries count with those of the sign-in. */
export async function checkOwnPassword(
  ctx: RequestCtx,
  user: { id: number; email: string; password_hash: string | null },
  password: string,
): Promise<void> {
  const tries = [
    { limit: PER_ADDRESS, of: addressBlock(ctx.request.ip) },
    { limit: PER_ACCOUNT, of: user.email },
  ]
  await spend(ctx, tries)
  if (!(await checkPassword(ctx.keys, user.password_hash, password))) {
    await audit(ctx, 'sign_in_failed', { user_id: user.id, actor: 'visitor' })
    throw new Problem('wrong_password', { fields: { password: 'The current password is wrong.' } })
  }
  await giveBack(ctx, tries)
}
