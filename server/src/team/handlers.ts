import type { joinTeam } from '@portico/contract/join-team.ts'
import { may } from '@portico/contract/permissions.ts'
import type { team } from '@portico/contract/team.ts'
import { activeLogin, membersOf } from '#access/room.ts'
import { inTx } from '#db/tx.ts'
import { addressBlock, type Limit, spend } from '#http/limits.ts'
import type { Handlers } from '#http/mount.ts'
import { sessionUser, userById } from '#users/room.ts'
import type { UserCtx } from '../ctx.ts'
import { changeCap, changeRole, removeMember } from './change-member.ts'
import { invite, resendInvitation, revokeInvitation, shown } from './invite.ts'
import { type Rights, rightsOf } from './rights.ts'
import { accept, checkInvitation, givenInvitation } from './room.ts'
import { openInvitations } from './store.ts'

const CHECKS: Limit = { name: 'invitation-checks', max: 60, window_ms: 10 * 60 * 1000 }
/** Of someone who was taken out of the team a moment ago. */
const NONE: Rights = { role: 'viewer', cap_micros: null }

export const teamHandlers: Handlers<typeof team> = {
  getTeam: async (ctx) => {
    const { owner_id } = await activeLogin(ctx)
    const rows = await membersOf(ctx, owner_id)
    const { role, cap_micros } = rightsOf(owner_id, rows, ctx.session.user_id) ?? NONE
    const members = rows.map(({ created_at, ...row }) => ({ ...row, since: created_at.toISOString() }))
    const invitations = may(role, 'manage_team') ? (await openInvitations(ctx.db, owner_id)).map(shown) : []
    return { owner: await ownerOf(ctx, owner_id), members, invitations, own: { role, cap_micros } }
  },
  invite,
  resendInvitation,
  revokeInvitation,
  changeRole,
  changeCap,
  removeMember,
}

async function ownerOf(ctx: UserCtx, user_id: number) {
  const { name = '', email = '', created_at = ctx.clock.now() } = (await userById(ctx, user_id)) ?? {}
  return { user_id, name, email, since: created_at.toISOString() }
}

export const joinTeamHandlers: Handlers<typeof joinTeam> = {
  checkInvitation: async (ctx, input) => {
    await spend(ctx, [{ limit: CHECKS, of: addressBlock(ctx.request.ip) }])
    return checkInvitation(ctx, givenInvitation(input))
  },
  acceptInvitation: async (ctx, input) => {
    const { user_id } = ctx.session
    const { joined, login_id } = await inTx(ctx.db, async (db) => {
      const accepted = await accept({ ...ctx, db }, user_id, givenInvitation(input))
      await ctx.renewSession({ active_login_id: accepted.login_id }, db)
      return accepted
    })
    return { user: await sessionUser({ ...ctx, session: { user_id, active_login_id: login_id } }, user_id), joined }
  },
}
