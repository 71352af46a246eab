import { joinTeam } from '@portico/contract/join-team.ts'
import { may } from '@portico/contract/permissions.ts'
import { Problem } from '@portico/contract/problem.ts'
import { team } from '@portico/contract/team.ts'
import type { FastifyInstance } from 'fastify'
import { activeLogin, peopleOf } from '#access/index.ts'
import type { Ctx } from '#ctx/ctx.ts'
import { inTx } from '#db/tx.ts'
import type { AccessChecks } from '#http/admit.ts'
import { change } from '#http/change.ts'
import { addressBlock, type Limit, spend } from '#http/limits.ts'
import { type Handlers, mount } from '#http/mount.ts'
import { sessionUser } from '#users/index.ts'
import { changeCap, changeRole, removeMember } from './change-member.ts'
import { factorFrom, peopleWithFactorRead } from './factor-store.ts'
import { accept, checkInvitation, givenInvitation } from './index.ts'
import { invite, resendInvitation, revokeInvitation, shown, spendInvitation } from './invite.ts'
import { leaveTeam } from './leave-team.ts'
import { requireFactor } from './require-factor.ts'
import { type Rights, rightsOf } from './rights.ts'
import { openInvitations } from './store.ts'
import { transferOwnership } from './transfer-ownership.ts'

const CHECKS: Limit = { name: 'invitation-checks', max: 60, window_ms: 10 * 60 * 1000 }
/** For a user who was removed from the team a moment ago. */
const NONE: Rights = { role: 'viewer', cap_micros: null }

const teamHandlers: Handlers<typeof team> = {
  getTeam: async (ctx) => {
    const { owner_id } = await activeLogin(ctx)
    const rows = await peopleOf(ctx, owner_id)
    const { role, cap_micros } = rightsOf(rows, ctx.session.user_id) ?? NONE
    const safe = may(role, 'manage_team') ? await peopleWithFactorRead(ctx.db) : undefined
    const [owner, ...members] = rows.map(({ created_at, ...row }) => ({
      ...row,
      has_factor: safe?.has(row.user_id) ?? null,
      since: created_at.toISOString(),
    }))
    const factor_from = (await factorFrom(ctx.db, owner_id))?.toISOString() ?? null
    if (!owner) throw new Problem('not_allowed')
    const invitations = may(role, 'manage_team') ? (await openInvitations(ctx.db, owner_id)).map(shown) : []
    return { owner, members, invitations, own: { role, cap_micros }, factor_from }
  },
  invite: change(invite, { before: spendInvitation }),
  resendInvitation: change(resendInvitation, { before: spendInvitation }),
  revokeInvitation: change(revokeInvitation),
  changeRole: change(changeRole),
  changeCap: change(changeCap),
  removeMember: change(removeMember),
  transferOwnership: change(transferOwnership),
  requireFactor: change(requireFactor),
  leaveTeam: change(leaveTeam),
}

const joinTeamHandlers: Handlers<typeof joinTeam> = {
  checkInvitation: async (ctx, input) => {
    await spend(ctx, [{ limit: CHECKS, of: addressBlock(ctx.request.ip) }])
    return checkInvitation(ctx, givenInvitation(input))
  },
  acceptInvitation: async (ctx, input) => {
    const { user_id } = ctx.session
    // All on one connection: transactions that wait for the team's lock may hold the others.
    return inTx(ctx.db, async (db) => {
      const { joined, login_id } = await accept({ ...ctx, db }, user_id, givenInvitation(input))
      await ctx.renewSession({ active_login_id: login_id }, db)
      const session = { user_id, active_login_id: login_id, sso_owner_id: ctx.session.sso_owner_id }
      return { user: await sessionUser({ ...ctx, db, session }, user_id), joined }
    })
  },
}

/** A team, and joining one. */
export function teamRoutes(app: FastifyInstance, ctx: Ctx, checks: AccessChecks): void {
  mount(app, ctx, checks, team, teamHandlers)
  mount(app, ctx, checks, joinTeam, joinTeamHandlers)
}
