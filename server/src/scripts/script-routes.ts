import { scripts } from '@portico/contract/scripts.ts'
import type { FastifyInstance } from 'fastify'
import type { Ctx } from '#ctx/ctx.ts'
import type { AccessChecks } from '#http/admit.ts'
import { type Handlers, mount } from '#http/mount.ts'
import { claimSignUp } from '#users/index.ts'
import { frameRoutes } from './frame-routes.ts'

const scriptsHandlers: Handlers<typeof scripts> = {
  claimSignUp: async (ctx) => ({ is_due: await claimSignUp(ctx, ctx.session.user_id) }),
}

/** The consent to scripts of others, and the frame they run in. */
export function scriptRoutes(app: FastifyInstance, ctx: Ctx, checks: AccessChecks): void {
  mount(app, ctx, checks, scripts, scriptsHandlers)
  frameRoutes(app, ctx)
}
