import type { Input } from '@portico/contract/endpoint.ts'
import type { operator } from '@portico/contract/operator.ts'
import { Problem } from '@portico/contract/problem.ts'
import { audit } from '#audit/index.ts'
import type { RequestCtx } from '#ctx/ctx.ts'
import { inTx } from '#db/tx.ts'
import { grantFeature, revokeFeature, userByEmail } from '#users/index.ts'

type FeatureInput = Input<typeof operator.grant>

/** A feature and its log line are written together; a change without effect is not logged. */
export async function grant(ctx: RequestCtx, input: FeatureInput) {
  const { email, done } = await change(ctx, input, grantFeature, 'feature_granted')
  return { email, granted: done }
}

export async function revoke(ctx: RequestCtx, input: FeatureInput) {
  const { email, done } = await change(ctx, input, revokeFeature, 'feature_revoked')
  return { email, revoked: done }
}

async function change(
  ctx: RequestCtx,
  { email, feature, by }: FeatureInput,
  make: typeof grantFeature,
  action: string,
) {
  const user = await userByEmail(ctx, email)
  if (!user) throw new Problem('unknown_user')
  return inTx(ctx.db, async (db) => {
    const within = { ...ctx, db }
    const done = await make(within, user.id, feature)
    if (done) await audit(within, action, { user_id: user.id, actor: `operator:${by}`, detail: { feature } })
    return { email: user.email, done }
  })
}
