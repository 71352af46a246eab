import type { Input } from '@portico/contract/endpoint.ts'
import { Problem } from '@portico/contract/problem.ts'
import type { ssoSignIn } from '@portico/contract/sso.ts'
import { lockTeam } from '#access/index.ts'
import { audit } from '#audit/index.ts'
import { checkOwnPassword, enterBySso } from '#auth/index.ts'
import type { RequestCtx, SsoConnect } from '#ctx/ctx.ts'
import { inTx } from '#db/tx.ts'
import { enterTeam } from '#team/index.ts'
import { userById } from '#users/index.ts'
import { findIdentity, putIdentity } from './identity-store.ts'
import { findSso, type SsoRow } from './store.ts'

/**
 * The address has an account. The sign-in service vouches for the address, not for the account: its owner confirms with
 * the password of the account, joins the team if they were not in it, and signs in to this team by single sign-on from
 * then on. The account itself opens only by its own password, passkeys and services.
 */
export async function connectSso(ctx: RequestCtx, { password }: Input<typeof ssoSignIn.connectSso>) {
  const request = ctx.flow.sso_connect
  const row = request && (await findSso(ctx.db, request.owner_id))
  const user = request && (await userById(ctx, request.user_id))
  if (!row?.is_on || row.issuer !== request?.issuer || user?.status !== 'active' || user.is_staff)
    throw new Problem('sso_failed')
  await checkOwnPassword(ctx, user, password)
  const joined = await inTx(ctx.db, (db) => connect({ ...ctx, db }, row, request, user))
  ctx.setFlow({ sso_connect: undefined })
  const entered = await enterBySso(ctx, user.id, row.owner_id)
  return entered.kind === 'code' ? entered : { ...entered, ...(joined && { joined }) }
}

async function connect(
  ctx: RequestCtx,
  { owner_id, cap_micros }: SsoRow,
  { issuer, subject, role, domain }: SsoConnect,
  user: { id: number; name: string; email: string },
) {
  const people = await lockTeam(ctx, owner_id)
  const known = await findIdentity(ctx.db, { owner_id, issuer, subject })
  if (known && known.user_id !== user.id) throw new Problem('sso_failed')
  await putIdentity(ctx.db, { owner_id, issuer, subject, user_id: user.id, domain, created_at: ctx.clock.now() })
  await audit(ctx, 'sso_connected', {
    user_id: user.id,
    actor: `user:${user.id}`,
    detail: { host: new URL(issuer).host },
  })
  if (people.some(({ user_id }) => user_id === user.id)) return undefined
  return (await enterTeam(ctx, user, { owner_id, role, cap_micros }, 'sso')).joined
}
