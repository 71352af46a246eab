import { profile } from '@portico/contract/profile.ts'
import type { FastifyInstance } from 'fastify'
import { closingRoutes } from '#closing/index.ts'
import type { Ctx } from '#ctx/ctx.ts'
import { dataExportRoutes } from '#data-export/index.ts'
import type { AccessChecks } from '#http/admit.ts'
import { mount } from '#http/mount.ts'
import { profileHandlers } from './handlers.ts'

/** All endpoints of the profile screen. */
export function profileRoutes(app: FastifyInstance, ctx: Ctx, checks: AccessChecks): void {
  mount(app, ctx, checks, profile, profileHandlers)
  dataExportRoutes(app, ctx, checks)
  closingRoutes(app, ctx, checks)
}
