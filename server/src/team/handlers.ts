import { Problem } from '@portico/contract/problem.ts'
import type { team } from '@portico/contract/team.ts'
import { activeLogin, changeMemberCap, changeMemberRole, membersOf, roleOf } from '#access/room.ts'
import { audit } from '#audit/room.ts'
import { inTx } from '#db/tx.ts'
import type { Handlers } from '#http/mount.ts'
import { sessionUser } from '#users/room.ts'
import { invite, resendInvitation, revokeInvitation, shown } from './invite.ts'
import { removeFromTeam } from './remove-member.ts'
import { accept, shownInvitation } from './room.ts'
import { openInvitations } from './store.ts'

const DONE = { type: 'success' as const }

export const teamHandlers: Handlers<typeof team> = {
  getTeam: async (ctx) => {
    const { owner_id } = await activeLogin(ctx)
    const can_manage = ['owner', 'admin'].includes(await roleOf(ctx))
    const members = (await membersOf(ctx, owner_id)).map(({ created_at, ...row }) => ({
      ...row,
      since: created_at.toISOString(),
    }))
    const invitations = can_manage ? (await openInvitations(ctx.db, owner_id)).map(shown) : []
    return { members, invitations, can_manage }
  },
  invite,
  resendInvitation,
  revokeInvitation,
  changeRole: async (ctx, { user_id, role }) => {
    const { owner_id } = await activeLogin(ctx)
    if (!(await changeMemberRole(ctx, owner_id, user_id, role))) throw new Problem('unknown_user')
    await audit(ctx, 'role_changed', { user_id: owner_id, detail: { member: user_id, role } })
    return DONE
  },
  changeCap: async (ctx, { user_id, cap_micros }) => {
    const { owner_id } = await activeLogin(ctx)
    await inTx(ctx.db, async (db) => {
      const within = { ...ctx, db }
      if (!(await changeMemberCap(within, { owner_id, user_id, cap_micros }))) throw new Problem('unknown_user')
      await audit(within, 'cap_changed', { user_id: owner_id, detail: { member: user_id, cap_micros } })
    })
    return DONE
  },
  removeMember: async (ctx, { user_id }) => {
    const { owner_id } = await activeLogin(ctx)
    if (!(await removeFromTeam(ctx, owner_id, user_id))) throw new Problem('unknown_user')
    await audit(ctx, 'member_removed', { user_id: owner_id, detail: { member: user_id } })
    return DONE
  },
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
