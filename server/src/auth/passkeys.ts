import type { Input } from '@portico/contract/endpoint.ts'
import type { ownPasskeys } from '@portico/contract/passkeys.ts'
import { Problem } from '@portico/contract/problem.ts'
import { MINUTE_MS } from '@portico/contract/time.ts'
import { audit } from '#audit/index.ts'
import type { Ctx, RequestCtx, UserCtx } from '#ctx/ctx.ts'
import { spendProof } from '#db/spent-proof-store.ts'
import { inTx } from '#db/tx.ts'
import { type Limit, spend } from '#http/limits.ts'
import { userById } from '#users/index.ts'
import { mailPasskeyAdded } from './notices.ts'
import { deletePasskey, deletePasskeysOf, insertPasskey, listPasskeys } from './passkey-store.ts'
import { isFactorFresh } from './second-factor.ts'

type Owner = 'customer' | 'staff'

export const CHALLENGE_MS = 5 * MINUTE_MS
const MOST = 20
const PER_USER: Limit = { name: 'passkeys', max: 30, window_ms: 60 * MINUTE_MS }

/** A key belongs to the host it was made at: browsers offer it only there. */
export function relyingParty(ctx: RequestCtx): { rpID: string; origin: string } {
  return { rpID: ctx.origin.hostname, origin: ctx.origin.origin }
}

/** The challenge this browser was given, once: a second answer to it finds none. */
export async function spendChallenge(ctx: RequestCtx): Promise<string> {
  const challenge = ctx.flow.passkey?.challenge
  ctx.setFlow({ passkey: undefined })
  const until = new Date(ctx.clock.now().getTime() + CHALLENGE_MS)
  const is_fresh = challenge !== undefined && (ctx.flow.passkey?.until_ms ?? 0) > ctx.clock.now().getTime()
  if (!is_fresh || !(await spendProof(ctx.db, `passkey:${challenge}`, until))) throw new Problem('passkey_failed')
  return challenge
}

export function keepChallenge(ctx: RequestCtx, challenge: string): void {
  ctx.setFlow({ passkey: { challenge, until_ms: ctx.clock.now().getTime() + CHALLENGE_MS } })
}

export async function passkeysOf(ctx: Pick<Ctx, 'db'>, user_id: number) {
  return (await listPasskeys(ctx.db, user_id)).map(({ id, name, rp_id, created_at, last_used_at }) => ({
    id,
    name,
    host: rp_id,
    created_at: created_at.toISOString(),
    last_used_at: last_used_at?.toISOString() ?? null,
  }))
}

/** Of an account that becomes staff, or whose devices are lost: a key made before must not open it. */
export function dropPasskeys(ctx: Pick<Ctx, 'db'>, user_id: number): Promise<number> {
  return deletePasskeysOf(ctx.db, user_id)
}

/** A staff member alone in their own session; one who acts as a customer is not. */
export function needStaff({ session }: UserCtx): void {
  if (!session.is_staff || session.staff_id !== null) throw new Problem('not_allowed')
}

/** Customers have given the password or a passkey before, as the contract declares; staff give a code or a passkey. */
async function ownerOf(ctx: UserCtx, who: Owner) {
  if (who === 'staff') needStaff(ctx)
  const user = await userById(ctx, ctx.session.user_id)
  if (!user || user.is_staff !== (who === 'staff')) throw new Problem('not_allowed')
  if (who === 'staff' && !isFactorFresh(ctx)) throw new Problem('factor_needed')
  return user
}

/** The handlers of one kind of owner. */
export function ownPasskeyHandlers(who: Owner) {
  return {
    begin: (ctx: UserCtx) => beginPasskey(ctx, who),
    add: (ctx: UserCtx, input: Input<typeof ownPasskeys.addPasskey>) => addPasskey(ctx, who, input),
    remove: (ctx: UserCtx, input: Input<typeof ownPasskeys.removePasskey>) => removePasskey(ctx, who, input),
  }
}

async function beginPasskey(ctx: UserCtx, who: Owner) {
  const user = await ownerOf(ctx, who)
  await spend(ctx, [{ limit: PER_USER, of: String(user.id) }])
  const known = await listPasskeys(ctx.db, user.id)
  if (known.length >= MOST) throw new Problem('too_many')
  const rp = { id: relyingParty(ctx).rpID, name: ctx.brand.title }
  const { generateRegistrationOptions } = await import('@simplewebauthn/server')
  const { challenge, pubKeyCredParams } = await generateRegistrationOptions({
    rpName: rp.name,
    rpID: rp.id,
    userName: user.email,
  })
  keepChallenge(ctx, challenge)
  return {
    options: {
      challenge,
      rp,
      user: { id: Buffer.from(user.public_id).toString('base64url'), name: user.email, displayName: user.name },
      pubKeyCredParams,
      excludeCredentials: known.map(({ id }) => ({ id, type: 'public-key' as const })),
      // The browser finds it without a typed name, and finger, face or PIN opens it: it replaces password and code.
      authenticatorSelection: { residentKey: 'required' as const, userVerification: 'required' as const },
      attestation: 'none' as const,
      timeout: CHALLENGE_MS,
    },
  }
}

async function addPasskey(ctx: UserCtx, who: Owner, { name, response }: Input<typeof ownPasskeys.addPasskey>) {
  const user = await ownerOf(ctx, who)
  const { rpID, origin } = relyingParty(ctx)
  const expectedChallenge = await spendChallenge(ctx)
  const { verifyRegistrationResponse } = await import('@simplewebauthn/server')
  const made = await verifyRegistrationResponse({
    // No browser extensions are requested, and none are read.
    response: { ...response, clientExtensionResults: {} },
    expectedChallenge,
    expectedOrigin: origin,
    expectedRPID: rpID,
  }).catch(() => undefined)
  if (!made?.verified) throw new Problem('passkey_failed')
  const { id, publicKey, counter, transports = [] } = made.registrationInfo.credential
  await inTx(ctx.db, async (db) => {
    const within = { ...ctx, db }
    const row = { id, user_id: user.id, public_key: Buffer.from(publicKey), counter, transports, rp_id: rpID }
    if (!(await insertPasskey(db, { ...row, name, created_at: ctx.clock.now() }))) throw new Problem('already_there')
    await mailPasskeyAdded(within, user, name)
    await audit(within, 'passkey_added', {})
  })
  return { passkeys: await passkeysOf(ctx, user.id) }
}

async function removePasskey(ctx: UserCtx, who: Owner, { id }: Input<typeof ownPasskeys.removePasskey>) {
  await ownerOf(ctx, who)
  await inTx(ctx.db, async (db) => {
    if (await deletePasskey(db, ctx.session.user_id, id)) await audit({ ...ctx, db }, 'passkey_removed', {})
  })
  return { passkeys: await passkeysOf(ctx, ctx.session.user_id) }
}
