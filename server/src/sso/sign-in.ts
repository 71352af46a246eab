import type { Input, Output } from '@portico/contract/endpoint.ts'
import { Problem } from '@portico/contract/problem.ts'
import type { ssoSignIn } from '@portico/contract/sso.ts'
import { activeLogin } from '#access/index.ts'
import { enterBySso } from '#auth/index.ts'
import type { RequestCtx, UserCtx } from '#ctx/ctx.ts'
import { spendProof } from '#db/spent-proof-store.ts'
import { inTx } from '#db/tx.ts'
import { addressBlock, type Limit, spend } from '#http/limits.ts'
import type { SsoClaims } from '#integrations/sso.ts'
import { userById } from '#users/index.ts'
import { domainOf } from './address-of.ts'
import { admit } from './admit.ts'
import { callbackUrl, clientOf } from './client-of.ts'
import { confirm } from './confirm.ts'
import { ownerOfDomain } from './domain-store.ts'
import { finishTest } from './finish-test.ts'
import { leave } from './leave.ts'
import { findSso, type SsoRow } from './store.ts'

const TEN_MINUTES_MS = 10 * 60 * 1000
const PER_ADDRESS: Limit = { name: 'sso-address', max: 60, window_ms: TEN_MINUTES_MS }

type Finished = Output<typeof ssoSignIn.finishSso>

/** The answer reveals only whether the domain has single sign-on, for any address. */
export async function beginSso(ctx: RequestCtx, { email }: Input<typeof ssoSignIn.beginSso>) {
  await spend(ctx, [{ limit: PER_ADDRESS, of: addressBlock(ctx.request.ip) }])
  const owner_id = await ownerOfDomain(ctx.db, domainOf(email))
  const row = owner_id === undefined ? undefined : await findSso(ctx.db, owner_id)
  // A private white-label admits only its owner's members.
  const is_here = ctx.brand.parent_id === 0 || ctx.brand.parent_id === owner_id
  if (!row?.is_on || !is_here)
    throw new Problem('sso_unknown', { fields: { email: 'No single sign-on for this domain' } })
  return leave(ctx, row, { purpose: 'signin', user_id: 0 }, { login_hint: email })
}

/** The same for an owner who tries the saved settings out, on or off. */
export async function testSso(ctx: UserCtx) {
  const row = await findSso(ctx.db, (await activeLogin(ctx)).owner_id)
  if (!row) throw new Problem('sso_not_ready')
  return leave(ctx, row, { purpose: 'test', user_id: ctx.session.user_id }, {})
}

/** The callback, once: the state is spent first, so that a replay finds nothing to use. */
export async function finishSso(ctx: RequestCtx): Promise<Finished> {
  await spend(ctx, [{ limit: PER_ADDRESS, of: addressBlock(ctx.request.ip) }])
  const { sso: flow, sso_callback: callback } = ctx.flow
  ctx.setFlow({ sso: undefined, sso_callback: undefined })
  // A flow ends at the site it began at: an answer that came to one host opens nothing at another.
  if (!flow || !callback || flow.redirect_uri !== callbackUrl(ctx)) throw new Problem('sso_failed')
  const now = ctx.clock.now()
  if (!(await spendProof(ctx.db, `sso:${flow.state}`, new Date(now.getTime() + TEN_MINUTES_MS))))
    throw new Problem('sso_failed')
  const row = await findSso(ctx.db, flow.owner_id)
  // Turned off or set up again while the user was away.
  if (!row || (flow.purpose !== 'test' && !row.is_on)) throw new Problem('sso_failed')
  const claims = await ctx.sso.finish(clientOf(ctx, row), flow, callback.query, now.getTime())
  if (flow.purpose === 'test') return { kind: 'tested', trial: await finishTest(ctx, row, flow, claims) }
  if (flow.purpose === 'confirm') return confirm(ctx, flow, claims)
  return signIn(ctx, row, claims)
}

async function signIn(ctx: RequestCtx, row: SsoRow, claims: SsoClaims): Promise<Finished> {
  const { owner_id, issuer } = row
  const admission = await inTx(ctx.db, (db) => admit({ ...ctx, db }, row, claims))
  if (admission.kind === 'no_access') throw new Problem('sso_no_access')
  if (admission.kind === 'full') throw new Problem('sso_full')
  if (admission.kind === 'connect') {
    const { user_id, role, email, is_in } = admission
    ctx.setFlow({ sso_connect: { owner_id, issuer, subject: claims.sub, user_id, role, domain: domainOf(email) } })
    const team = (await userById(ctx, owner_id))?.name ?? ''
    return { kind: 'connect', email, team, role: is_in ? null : role }
  }
  const { user_id, joined } = admission
  const entered = await enterBySso(ctx, user_id, owner_id)
  return entered.kind === 'code' ? entered : { ...entered, ...(joined && { joined }) }
}
