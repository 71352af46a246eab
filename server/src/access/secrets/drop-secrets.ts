import type { Ctx } from '#ctx/ctx.ts'
import { deletePasswordsOf } from '../password-store.ts'
import { dropAgentsOf } from './agents.ts'

/** The API passwords, agents and keys of a member end with the membership. */
export async function dropSecretsOf(
  ctx: Pick<Ctx, 'db' | 'clock'>,
  member: { owner_id: number; user_id: number },
): Promise<void> {
  await deletePasswordsOf(ctx.db, member.owner_id, member.user_id)
  await dropAgentsOf(ctx, member)
}
