import { may } from '@portico/contract/permissions.ts'
import type { team } from '@portico/contract/team.ts'
import { activeLogin, membersOf } from '#access/room.ts'
import { inTx } from '#db/tx.ts'
import type { Handlers } from '#http/mount.ts'
import { sessionUser } from '#users/room.ts'
import { changeCap, changeRole, removeMember } from './change-member.ts'
import { invite, resendInvitation, revokeInvitation, shown } from './invite.ts'
import { type Rights, rightsOf } from './rights.ts'
import { accept, shownInvitation } from './room.ts'
import { openInvitations } from './store.ts'

const DONE = { type: 'success' as const }
/** Of someone who was taken out of the team a moment ago. */
const NONE: Rights = { role: 'viewer', cap_micros: null }

export const teamHandlers: Handlers<typeof team> = {
  getTeam: async (ctx) => {
    const { owner_id } = await activeLogin(ctx)
    const rows = await membersOf(ctx, owner_id)
    const { role, cap_micros } = rightsOf(owner_id, rows, ctx.session.user_id) ?? NONE
    const members = rows.map(({ created_at, ...row }) => ({ ...row, since: created_at.toISOString() }))
    const invitations = may(role, 'manage_team') ? (await openInvitations(ctx.db, owner_id)).map(shown) : []
    return { members, invitations, own: { role, cap_micros } }
  },
  invite,
  resendInvitation,
  revokeInvitation,
  changeRole,
  changeCap,
  removeMember,
  pendingInvitation: async (ctx) => ({ pending: await shownInvitation(ctx) }),
  acceptInvitation: async (ctx) => {
    await inTx(ctx.db, (db) => accept({ ...ctx, db }, ctx.session.user_id))
    ctx.setFlow({ invite: undefined })
    return { user: await sessionUser(ctx, ctx.session.user_id) }
  },
  declineInvitation: async (ctx) => {
    ctx.setFlow({ invite: undefined })
    return DONE
  },
}
