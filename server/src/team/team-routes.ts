import { joinTeam } from '@portico/contract/join-team.ts'
import { team } from '@portico/contract/team.ts'
import type { FastifyInstance } from 'fastify'
import type { Ctx } from '#ctx/ctx.ts'
import { type Mounting, mount } from '#http/mount.ts'
import { joinTeamHandlers, teamHandlers } from './handlers.ts'

/** A team, and joining one. */
export function teamRoutes(app: FastifyInstance, ctx: Ctx, to: Mounting): void {
  mount(app, ctx, to, team, teamHandlers)
  mount(app, ctx, to, joinTeam, joinTeamHandlers)
}
