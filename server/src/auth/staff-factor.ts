import type { Ctx, RequestCtx } from '#ctx/ctx.ts'
import { inTx } from '#db/tx.ts'
import { forgetWrongCodes, hasFactor, sealFactorKey } from './factor.ts'
import { putFactor } from './factor-store.ts'
import { macOfCode, newRecoveryCodes, printed } from './recovery-codes.ts'
import { lockActiveStaff, staffRows } from './staff-store.ts'
import { keyAddress, newKey } from './totp.ts'

/**
 * Only the operator makes a key of staff: a thief of the password who signs in first could otherwise make their own.
 */
export async function makeFactor(
  ctx: Pick<Ctx, 'db' | 'clock' | 'keys' | 'brand'>,
  user: { id: number; email: string },
) {
  const [key, codes] = [newKey(), newRecoveryCodes()]
  const sealed_key = sealFactorKey(ctx, user.id, key)
  const macs = codes.map((code) => macOfCode(ctx.keys, user.id, code))
  await inTx(ctx.db, async (db) => {
    await putFactor(db, { user_id: user.id, sealed_key, created_at: ctx.clock.now() }, macs)
    await forgetWrongCodes({ ...ctx, db }, user.id)
  })
  return { key, address: keyAddress(key, ctx.brand.title, user.email), recovery_codes: codes.map(printed) }
}

/** Staff without a second factor cannot sign in; the operator learns the reason, the browser does not. */
export async function mayUseFactor(ctx: RequestCtx, user: { id: number; is_staff: boolean }): Promise<boolean> {
  if (!user.is_staff || (await hasFactor(ctx, user.id))) return true
  ctx.log.warn({ user_id: user.id }, 'staff sign-in refused: no second factor; make one with: portico staff factor')
  return false
}

/** Active staff; no other transaction changes who is staff until this one ends. */
export function lockStaff(ctx: Pick<Ctx, 'db'>) {
  return lockActiveStaff(ctx.db)
}

export function listStaff(ctx: Pick<Ctx, 'db'>) {
  return staffRows(ctx.db)
}
