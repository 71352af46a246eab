import { normaliseEmail } from '@portico/contract/rules.ts'
import type { Ctx } from '#ctx/ctx.ts'
import { deletePending } from './pending-store.ts'
import { updateEmail } from './store.ts'

/** Sets an address its owner has just verified; false when another account has it. Pending sign-ups for it end. */
export async function setEmail(ctx: Pick<Ctx, 'db' | 'clock'>, id: number, email: string): Promise<boolean> {
  const address = normaliseEmail(email)
  await deletePending(ctx.db, address)
  return updateEmail(ctx.db, id, address, ctx.clock.now())
}
