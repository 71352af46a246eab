import type { Input } from '@portico/contract/endpoint.ts'
import { Problem } from '@portico/contract/problem.ts'
import { HOUR_MS } from '@portico/contract/time.ts'
import type { twoFactor } from '@portico/contract/two-factor.ts'
import { encode } from 'uqr'
import { audit } from '#audit/index.ts'
import type { UserCtx } from '#ctx/ctx.ts'
import { inTx } from '#db/tx.ts'
import { type Limit, spend } from '#http/limits.ts'
import { endSessionsOf } from '#http/session.ts'
import { userById } from '#users/index.ts'
import { checkCode, checkFactor, dropFactor, hasFactor, sealFactorKey, unsealFactorKey } from './factor.ts'
import { findPendingFactor, PENDING_FACTORS, putFactor, putPendingFactor, replaceCodes } from './factor-store.ts'
import { forgetOtherDevices } from './known-devices.ts'
import { revokeAllLinks } from './link-tokens.ts'
import { mailFactorChanged } from './notices.ts'
import { macOfCode, newRecoveryCodes, printed } from './recovery-codes.ts'
import { keyAddress, newKey, stepOfCode } from './totp.ts'

const SHOWN_MS = HOUR_MS / 4
const KEYS: Limit = { name: 'factor-keys', max: 20, window_ms: HOUR_MS }
const DONE = { type: 'success' as const }

/** The second factor of a customer. That of staff is made by the operator, and nothing here changes it. */
async function ownerOf(ctx: UserCtx) {
  const user = await userById(ctx, ctx.session.user_id)
  if (!user || user.is_staff) throw new Problem('not_allowed')
  return user
}

/** Shows a new key. It is not required before a code has verified that an app holds it. */
export async function beginFactor(ctx: UserCtx) {
  const user = await ownerOf(ctx)
  if (await hasFactor(ctx, user.id)) throw new Problem('already_there')
  await spend(ctx, [{ limit: KEYS, of: String(user.id) }])
  const key = newKey()
  await putPendingFactor(ctx.db, {
    user_id: user.id,
    sealed_key: sealFactorKey(ctx, user.id, key),
    expires_at: new Date(ctx.clock.now().getTime() + SHOWN_MS),
  })
  const { data } = encode(keyAddress(key, ctx.brand.title, user.email), { border: 0 })
  return { key, qr: data.map((row) => row.map((isDark) => (isDark ? '1' : '0')).join('')) }
}

/** From now on a password is not enough: sessions that began with one alone, in any other browser, end. */
export async function turnOnFactor(ctx: UserCtx, { code }: Input<typeof twoFactor.turnOnFactor>) {
  const user = await ownerOf(ctx)
  const sealed_key = await findPendingFactor(ctx.db, user.id, ctx.clock.now())
  if (!sealed_key) throw new Problem('setup_over')
  const last_step = stepOfCode(unsealFactorKey(ctx, user.id, sealed_key), code, ctx.clock.now())
  await checkCode(ctx, user.id, async () => last_step !== undefined)
  const { codes, macs } = madeCodes(ctx, user.id)
  await inTx(ctx.db, async (db) => {
    const within = { ...ctx, db }
    if (!(await PENDING_FACTORS.use(db, { user_id: user.id, sealed_key }, ctx.clock.now())))
      throw new Problem('setup_over')
    const factor = { user_id: user.id, sealed_key, last_step: last_step ?? 0, created_at: ctx.clock.now() }
    await putFactor(db, factor, macs)
    await endSessionsOf(within, user.id, ctx.session.token_hash)
    await revokeAllLinks(within, user.id)
    await forgetOtherDevices(within, user.id)
    await mailFactorChanged(within, user, 'factor_on')
    await audit(within, 'factor_turned_on', {})
  })
  return { recovery_codes: codes }
}

export async function turnOffFactor(ctx: UserCtx, { code }: Input<typeof twoFactor.turnOffFactor>) {
  const user = await ownerOf(ctx)
  await checkFactor(ctx, user.id, code)
  await inTx(ctx.db, async (db) => {
    const within = { ...ctx, db }
    if (!(await dropFactor(within, user.id))) return
    await mailFactorChanged(within, user, 'factor_off')
    await audit(within, 'factor_turned_off', {})
  })
  return DONE
}

/** Makes ten new ones; the old ones, used or not, stop working. */
export async function renewRecoveryCodes(ctx: UserCtx, { code }: Input<typeof twoFactor.renewRecoveryCodes>) {
  const user = await ownerOf(ctx)
  await checkFactor(ctx, user.id, code)
  const { codes, macs } = madeCodes(ctx, user.id)
  await inTx(ctx.db, async (db) => {
    await replaceCodes(db, user.id, macs)
    await audit({ ...ctx, db }, 'recovery_codes_made', {})
  })
  return { recovery_codes: codes }
}

function madeCodes(ctx: UserCtx, user_id: number) {
  const codes = newRecoveryCodes()
  return { codes: codes.map(printed), macs: codes.map((code) => macOfCode(ctx.keys, user_id, code)) }
}
