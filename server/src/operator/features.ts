import type { Input } from '@portico/contract/endpoint.ts'
import type { operator } from '@portico/contract/operator.ts'
import { Problem } from '@portico/contract/problem.ts'
import type { RequestCtx } from '#ctx/ctx.ts'
import type { ChangeCtx } from '#http/change.ts'
import { grantFeature, revokeFeature, userByEmail } from '#users/index.ts'

type OperatorCtx = ChangeCtx<RequestCtx>
type FeatureInput = Input<typeof operator.grant>

/** A feature and its log line are written together; a change without effect is not logged. */
export async function grant(ctx: OperatorCtx, input: FeatureInput) {
  const { email, done } = await set(ctx, input, grantFeature, 'feature_granted')
  return { email, granted: done }
}

export async function revoke(ctx: OperatorCtx, input: FeatureInput) {
  const { email, done } = await set(ctx, input, revokeFeature, 'feature_revoked')
  return { email, revoked: done }
}

async function set(ctx: OperatorCtx, { email, feature }: FeatureInput, make: typeof grantFeature, action: string) {
  const user = await userByEmail(ctx, email)
  if (!user) throw new Problem('unknown_user')
  const done = await make(ctx, user.id, feature)
  if (done) ctx.audit(action, { user_id: user.id, detail: { feature } })
  return { email: user.email, done }
}
