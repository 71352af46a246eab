import { Problem } from '@portico/contract/problem.ts'
import { isMember } from '#access/room.ts'
import type { Invitation } from '#team/room.ts'
import type { RequestCtx } from '../ctx.ts'

/** At a private white-label only its owner and the members of the owner's team come in, and get mail. */
export async function mayEnter(ctx: RequestCtx, user_id: number): Promise<boolean> {
  const owner_id = ctx.brand.parent_id
  return owner_id === 0 || user_id === owner_id || isMember(ctx, owner_id, user_id)
}

/** Signing up there takes an invitation by that owner to this very address: nobody else would come in afterwards. */
export function checkInvited(ctx: RequestCtx, invitation: Invitation | undefined, email: string): void {
  const owner_id = ctx.brand.parent_id
  if (owner_id === 0) return
  if (invitation?.row.owner_id !== owner_id) throw new Problem('invitation_needed')
  if (invitation.email !== email) throw new Problem('invitation_for_other')
}
