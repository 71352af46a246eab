import { activityExport } from '@portico/contract/access.ts'
import type { FastifyInstance } from 'fastify'
import type { Ctx } from '#ctx/ctx.ts'
import type { AccessChecks } from '#http/admit.ts'
import type { Limit } from '#http/limits.ts'
import { mountFile } from '#http/mount-file.ts'
import { activityLines } from './activity.ts'

const EXPORTS: Limit = { name: 'activity-export', max: 60, window_ms: 10 * 60 * 1000 }

export function activityExportRoutes(app: FastifyInstance, ctx: Ctx, checks: AccessChecks): void {
  mountFile(app, ctx, checks, activityExport, EXPORTS, async (request_ctx, input) => ({
    name: 'activity.csv',
    type: 'text/csv; charset=utf-8',
    lines: activityLines(request_ctx, input),
  }))
}
