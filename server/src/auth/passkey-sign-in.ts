import type { Input } from '@portico/contract/endpoint.ts'
import type { passkeySignIn as endpoints, staffPasskeys } from '@portico/contract/passkeys.ts'
import { Problem } from '@portico/contract/problem.ts'
import { audit } from '#audit/index.ts'
import type { RequestCtx, UserCtx } from '#ctx/ctx.ts'
import { addressBlock, type Limit, spend } from '#http/limits.ts'
import { signedIn, userById } from '#users/index.ts'
import { beginSession, rememberBrowser } from './known-devices.ts'
import { findPasskey, usePasskey } from './passkey-store.ts'
import { CHALLENGE_MS, keepChallenge, needStaff, relyingParty, spendChallenge } from './passkeys.ts'
import { mayEnter } from './private-brand.ts'

const PER_ADDRESS: Limit = { name: 'passkey-address', max: 60, window_ms: 10 * 60 * 1000 }

type Given = Input<typeof endpoints.signInByPasskey>['response']

/** Reveals no user: the browser knows which of its keys are for this host. */
export async function passkeyChallenge(ctx: RequestCtx) {
  await spend(ctx, [{ limit: PER_ADDRESS, of: addressBlock(ctx.request.ip) }])
  const rpId = relyingParty(ctx).rpID
  const { generateAuthenticationOptions } = await import('@simplewebauthn/server')
  const { challenge } = await generateAuthenticationOptions({ rpID: rpId })
  keepChallenge(ctx, challenge)
  return { options: { challenge, rpId, userVerification: 'required' as const, timeout: CHALLENGE_MS } }
}

/** A key opened by finger, face or PIN is something held and something known: it replaces password and code. */
export async function signInByPasskey(ctx: RequestCtx, { response }: Input<typeof endpoints.signInByPasskey>) {
  const { user_id, is_right } = await checkKey(ctx, response)
  const user = user_id === undefined ? undefined : await userById(ctx, user_id)
  const may_enter = is_right && user !== undefined && (await mayEnter(ctx, user))
  if (!may_enter || user.status !== 'active') {
    await audit(ctx, 'sign_in_failed', {
      ...(user && { user_id: user.id }),
      actor: 'visitor',
      detail: { by: 'passkey' },
    })
    throw new Problem(may_enter && user.status === 'disabled' ? 'account_disabled' : 'passkey_failed')
  }
  ctx.cookies.drop('factor')
  if (user.is_staff) {
    await rememberBrowser(ctx, user.id)
    await ctx.startStaffSession(user.id)
  } else await beginSession(ctx, user.id, { began_by: 'passkey' })
  await audit(ctx, 'signed_in', { user_id: user.id, actor: `user:${user.id}`, detail: { by: 'passkey' } })
  return { user: await signedIn(ctx, user.id) }
}

/** The same key in an open session, instead of the password. */
export async function reauthenticateByPasskey(
  ctx: UserCtx,
  { response }: Input<typeof endpoints.reauthenticateByPasskey>,
) {
  await checkOwnKey(ctx, response)
  await ctx.renewSession({ reauth_at: ctx.clock.now() }, ctx.db)
  return { type: 'success' as const }
}

/** The same for staff, instead of a fresh code. */
export async function confirmByPasskey(ctx: UserCtx, { response }: Input<typeof staffPasskeys.confirmByPasskey>) {
  needStaff(ctx)
  await checkOwnKey(ctx, response)
  await ctx.renewSession({ factor_at: ctx.clock.now() }, ctx.db)
  return { type: 'success' as const }
}

async function checkOwnKey(ctx: UserCtx, response: Given): Promise<void> {
  const { user_id, is_right } = await checkKey(ctx, response)
  if (is_right && user_id === ctx.session.user_id) return
  await audit(ctx, 'reauthentication_failed', { detail: { by: 'passkey' } })
  throw new Problem('passkey_failed')
}

/** The owner of a known key, after checking that it signed the challenge. */
async function checkKey(ctx: RequestCtx, response: Given): Promise<{ user_id: number | undefined; is_right: boolean }> {
  const { rpID, origin } = relyingParty(ctx)
  const expectedChallenge = await spendChallenge(ctx)
  const known = await findPasskey(ctx.db, response.id, rpID)
  if (!known) return { user_id: undefined, is_right: false }
  const { id, counter, transports } = known
  const credential = { id, publicKey: new Uint8Array(known.public_key), counter, transports }
  const given = { ...response, clientExtensionResults: {} }
  const proof = { response: given, expectedChallenge, expectedOrigin: origin, expectedRPID: rpID, credential }
  const { verifyAuthenticationResponse } = await import('@simplewebauthn/server')
  const checked = await verifyAuthenticationResponse(proof).catch(() => undefined)
  const is_accepted =
    checked?.verified && (await usePasskey(ctx.db, id, checked.authenticationInfo.newCounter, ctx.clock.now()))
  return { user_id: known.user_id, is_right: Boolean(is_accepted) }
}
