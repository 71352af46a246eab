import { scripts } from '@portico/contract/scripts.ts'
import type { FastifyInstance } from 'fastify'
import type { Ctx } from '#ctx/ctx.ts'
import type { AccessChecks } from '#http/admit.ts'
import { mount } from '#http/mount.ts'
import { frameRoutes } from './frame-routes.ts'
import { scriptsHandlers } from './handlers.ts'

/** The consent to scripts of others, and the frame they run in. */
export function scriptRoutes(app: FastifyInstance, ctx: Ctx, checks: AccessChecks): void {
  mount(app, ctx, checks, scripts, scriptsHandlers)
  frameRoutes(app, ctx)
}
