import { Problem } from '@portico/contract/problem.ts'
import { isMember } from '#access/index.ts'
import type { RequestCtx } from '#ctx/ctx.ts'
import type { Invitation } from '#team/index.ts'

/**
 * Staff sign in, and get mail, on hosts for staff, and customers on theirs; a private white-label admits only its owner
 * and the members of the owner's team.
 */
export async function mayEnter(ctx: RequestCtx, user: { id: number; is_staff?: boolean }): Promise<boolean> {
  if (!ctx.serves[user.is_staff ? 'staff' : 'customers']) return false
  const owner_id = ctx.brand.parent_id
  return owner_id === 0 || user.id === owner_id || isMember(ctx, owner_id, user.id)
}

/**
 * Sign-up at a private white-label needs an invitation by its owner to this very address: no one else could sign in
 * afterwards.
 */
export function checkInvited(ctx: RequestCtx, invitation: Invitation | undefined, email: string): void {
  const owner_id = ctx.brand.parent_id
  if (owner_id === 0) return
  if (invitation?.row.owner_id !== owner_id) throw new Problem('invitation_needed')
  if (invitation.email !== email) throw new Problem('invitation_for_other')
}
