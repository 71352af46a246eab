import { normaliseEmail } from '@portico/contract/rules.ts'
import type { Ctx } from '#ctx/ctx.ts'
import { deletePending } from './pending-store.ts'
import { updateEmail } from './store.ts'

/** An address its owner has just proved; false when another account has it. Sign-ups that wait for it are over. */
export async function setEmail(ctx: Pick<Ctx, 'db' | 'clock'>, id: number, email: string): Promise<boolean> {
  const address = normaliseEmail(email)
  await deletePending(ctx.db, address)
  return updateEmail(ctx.db, id, address, ctx.clock.now())
}
