import { joinTeam } from '@portico/contract/join-team.ts'
import { team } from '@portico/contract/team.ts'
import type { FastifyInstance } from 'fastify'
import type { Ctx } from '#ctx/ctx.ts'
import type { AccessChecks } from '#http/admit.ts'
import { mount } from '#http/mount.ts'
import { joinTeamHandlers, teamHandlers } from './handlers.ts'

/** A team, and joining one. */
export function teamRoutes(app: FastifyInstance, ctx: Ctx, checks: AccessChecks): void {
  mount(app, ctx, checks, team, teamHandlers)
  mount(app, ctx, checks, joinTeam, joinTeamHandlers)
}
