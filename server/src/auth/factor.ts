import { Problem } from '@portico/contract/problem.ts'
import { MINUTE_MS } from '@portico/contract/time.ts'
import { audit } from '#audit/index.ts'
import { seal, unseal } from '#crypto/keys.ts'
import type { Ctx, RequestCtx } from '#ctx/ctx.ts'
import { forgetUses, giveBack, type Limit, spend } from '#http/limits.ts'
import { acceptStep, deleteFactor, findFactor, findSealedKey, RECOVERY_CODES } from './factor-store.ts'
import { macOfCode } from './recovery-codes.ts'
import { stepOfCode } from './totp.ts'

/** Five guesses of a million codes, of which three are right; the second limit is for an attacker who has all day. */
const PER_QUARTER: Limit = { name: 'staff-code', max: 5, window_ms: 15 * MINUTE_MS }
const PER_DAY: Limit = { name: 'staff-code-day', max: 20, window_ms: 24 * 60 * MINUTE_MS }
const triesOf = (user_id: number) => [PER_QUARTER, PER_DAY].map((limit) => ({ limit, of: String(user_id) }))

/** Keys are stored sealed, under a name from the time when only staff had one: another would make them unreadable. */
const SEALED_FOR = 'staff-factor'

export function sealFactorKey({ keys }: Pick<Ctx, 'keys'>, user_id: number, key: string): Buffer {
  return seal(keys.key(SEALED_FOR), String(user_id), key)
}

export function unsealFactorKey({ keys }: Pick<Ctx, 'keys'>, user_id: number, sealed_key: Buffer): string {
  return unseal(keys.key(SEALED_FOR), String(user_id), sealed_key)
}

export async function hasFactor(ctx: Pick<Ctx, 'db'>, user_id: number): Promise<boolean> {
  return (await findSealedKey(ctx.db, user_id)) !== undefined
}

/** Since when there is one, and the number of unused recovery codes. */
export function factorOf(ctx: Pick<Ctx, 'db'>, user_id: number) {
  return findFactor(ctx.db, user_id)
}

export async function dropFactor(ctx: Pick<Ctx, 'db'>, user_id: number): Promise<boolean> {
  return deleteFactor(ctx.db, user_id)
}

/** A new key starts without wrong codes. */
export async function forgetWrongCodes(ctx: Pick<Ctx, 'db' | 'keys'>, user_id: number): Promise<void> {
  for (const tries of triesOf(user_id)) await forgetUses(ctx, tries)
}

/** Accepts a code of the app or a recovery code, or throws `wrong_code`. */
export function checkFactor(ctx: RequestCtx, user_id: number, code: string): Promise<void> {
  const is_recovery = !/^\d{6}$/.test(code)
  return checkCode(ctx, user_id, async () => {
    if (!is_recovery) return isCodeOfApp(ctx, user_id, code)
    const code_mac = macOfCode(ctx.keys, user_id, code)
    const is_right = await RECOVERY_CODES.use(ctx.db, { user_id, code_mac }, ctx.clock.now())
    if (is_right) await audit(ctx, 'recovery_code_used', { user_id, ...actorFor(ctx, user_id) })
    return is_right
  })
}

/** A try is spent before any comparison, for either kind of code. */
export async function checkCode(ctx: RequestCtx, user_id: number, isRight: () => Promise<boolean>): Promise<void> {
  const tries = triesOf(user_id)
  await spend(ctx, tries)
  if (!(await isRight())) {
    await audit(ctx, 'second_factor_failed', { user_id, ...actorFor(ctx, user_id) })
    throw new Problem('wrong_code', { fields: { code: 'The code is wrong or no longer valid.' } })
  }
  await giveBack(ctx, tries)
}

function actorFor(ctx: RequestCtx, user_id: number): { actor?: string } {
  return ctx.session?.user_id === user_id ? {} : { actor: 'visitor' }
}

async function isCodeOfApp(ctx: RequestCtx, user_id: number, code: string): Promise<boolean> {
  const sealed_key = await findSealedKey(ctx.db, user_id)
  if (!sealed_key) return false
  const step = stepOfCode(unsealFactorKey(ctx, user_id, sealed_key), code, ctx.clock.now())
  return step !== undefined && acceptStep(ctx.db, user_id, sealed_key, step)
}
