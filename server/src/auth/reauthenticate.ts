import type { auth } from '@portico/contract/auth.ts'
import type { Input } from '@portico/contract/endpoint.ts'
import { Problem } from '@portico/contract/problem.ts'
import { audit } from '#audit/index.ts'
import type { UserCtx } from '#ctx/ctx.ts'
import { giveBack, type Limit, spend } from '#http/limits.ts'
import { userById } from '#users/index.ts'
import { checkPassword } from './passwords.ts'

const PER_USER: Limit = { name: 'reauthenticate', max: 10, window_ms: 10 * 60 * 1000 }

/** An unattended window must show no secret: the user gives the password again, and the session gets a new token. */
export async function reauthenticate(ctx: UserCtx, { password }: Input<typeof auth.reauthenticate>) {
  const user = await userById(ctx, ctx.session.user_id)
  if (user?.password_hash === null) throw new Problem('no_password_yet')
  const tries = [{ limit: PER_USER, of: String(ctx.session.user_id) }]
  await spend(ctx, tries)
  if (!(await checkPassword(ctx.keys, user?.password_hash, password))) {
    await audit(ctx, 'reauthentication_failed', {})
    throw new Problem('wrong_password', { fields: { password: 'The current password is wrong.' } })
  }
  await giveBack(ctx, tries)
  await ctx.renewSession({ reauth_at: ctx.clock.now() }, ctx.db)
  return { type: 'success' as const }
}
