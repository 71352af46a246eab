import { usage } from '@portico/contract/usage.ts'
import { usageViews } from '@portico/contract/usage-views.ts'
import type { FastifyInstance } from 'fastify'
import type { Ctx } from '#ctx/ctx.ts'
import type { AccessChecks } from '#http/admit.ts'
import { mount } from '#http/mount.ts'
import { exportRoutes } from './export-routes.ts'
import { usageHandlers, usageViewHandlers } from './handlers.ts'

export function usageRoutes(app: FastifyInstance, ctx: Ctx, checks: AccessChecks): void {
  mount(app, ctx, checks, usage, usageHandlers)
  mount(app, ctx, checks, usageViews, usageViewHandlers)
  exportRoutes(app, ctx, checks)
}
