import { Problem } from '@portico/contract/problem.ts'
import { audit } from '#audit/room.ts'
import { inTx } from '#db/tx.ts'
import { forgetUses, giveBack, type Limit, spend } from '#http/limits.ts'
import type { Ctx, RequestCtx } from '../ctx.ts'
import { seal, unseal } from '../keys.ts'
import { macOfCode, newRecoveryCodes, printed } from './recovery-codes.ts'
import { acceptRecoveryCode, acceptStep, deleteFactor, findSealedKey, putFactor, staffRows } from './staff-store.ts'
import { keyAddress, newKey, stepOfCode } from './totp.ts'

const MINUTE_MS = 60_000
/** Five guesses of a million codes, of which three are right; the second bound is for someone who has all day. */
const PER_QUARTER: Limit = { name: 'staff-code', max: 5, window_ms: 15 * MINUTE_MS }
const PER_DAY: Limit = { name: 'staff-code-day', max: 20, window_ms: 24 * 60 * MINUTE_MS }
const triesOf = (user_id: number) => [PER_QUARTER, PER_DAY].map((limit) => ({ limit, of: String(user_id) }))

/** Only the operator makes a key: whoever signed in first with a stolen password could otherwise make their own. */
export async function makeFactor(
  ctx: Pick<Ctx, 'db' | 'clock' | 'keys' | 'brand'>,
  user: { id: number; email: string },
) {
  const [key, codes] = [newKey(), newRecoveryCodes()]
  const sealed_key = seal(ctx.keys.key('staff-factor'), String(user.id), key)
  const macs = codes.map((code) => macOfCode(ctx.keys, user.id, code))
  await inTx(ctx.db, async (db) => {
    await putFactor(db, { user_id: user.id, sealed_key, created_at: ctx.clock.now() }, macs)
    for (const tries of triesOf(user.id)) await forgetUses({ db }, tries)
  })
  return { key, address: keyAddress(key, ctx.brand.title, user.email), recovery_codes: codes.map(printed) }
}

export function dropFactor(ctx: Pick<Ctx, 'db'>, user_id: number): Promise<void> {
  return deleteFactor(ctx.db, user_id)
}

export async function hasFactor(ctx: Pick<Ctx, 'db'>, user_id: number): Promise<boolean> {
  return (await findSealedKey(ctx.db, user_id)) !== undefined
}

/** Staff without a second factor do not sign in at all; the operator learns why, the browser does not. */
export async function mayUseFactor(ctx: RequestCtx, user: { id: number; is_staff: boolean }): Promise<boolean> {
  if (!user.is_staff || (await hasFactor(ctx, user.id))) return true
  ctx.log.warn({ user_id: user.id }, 'staff sign-in refused: no second factor; make one with: portico staff factor')
  return false
}

export function listStaff(ctx: Pick<Ctx, 'db'>) {
  return staffRows(ctx.db)
}

/** Accepts a code of the app or a recovery code, or says that it is wrong. A try is spent before anything is compared. */
export async function checkFactor(ctx: RequestCtx, user_id: number, code: string): Promise<void> {
  const tries = triesOf(user_id)
  await spend(ctx, tries)
  const is_recovery = !/^\d{6}$/.test(code)
  const is_right = is_recovery ? await isRecoveryCode(ctx, user_id, code) : await isCodeOfApp(ctx, user_id, code)
  const actor = ctx.session?.user_id === user_id ? {} : { actor: 'visitor' }
  if (!is_right) {
    await audit(ctx, 'second_factor_failed', { user_id, ...actor })
    throw new Problem('wrong_code', { fields: { code: 'The code is wrong or no longer valid.' } })
  }
  if (is_recovery) await audit(ctx, 'recovery_code_used', { user_id, ...actor })
  await giveBack(ctx, tries)
}

async function isCodeOfApp(ctx: RequestCtx, user_id: number, code: string): Promise<boolean> {
  const sealed_key = await findSealedKey(ctx.db, user_id)
  if (!sealed_key) return false
  const key = unseal(ctx.keys.key('staff-factor'), String(user_id), sealed_key)
  const step = stepOfCode(key, code, ctx.clock.now())
  return step !== undefined && acceptStep(ctx.db, user_id, sealed_key, step)
}

function isRecoveryCode(ctx: RequestCtx, user_id: number, code: string): Promise<boolean> {
  return acceptRecoveryCode(ctx.db, user_id, macOfCode(ctx.keys, user_id, code), ctx.clock.now())
}
