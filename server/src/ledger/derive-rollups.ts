import type { Ctx } from '#ctx/ctx.ts'
import { deriveLogin, staleLogins } from './rollup-store.ts'

/** Brings hours and days up to the minutes that changed since, login by login; says how many hours it summed anew. */
export async function deriveRollups(ctx: Pick<Ctx, 'db'>): Promise<number> {
  let hours = 0
  for (const login_id of await staleLogins(ctx.db)) hours += await deriveLogin(ctx.db, login_id)
  return hours
}
