import { usage } from '@portico/contract/usage.ts'
import { type ExportFormat, usageExport } from '@portico/contract/usage-export.ts'
import { usageViews } from '@portico/contract/usage-views.ts'
import type { FastifyInstance } from 'fastify'
import type { Ctx } from '#ctx/ctx.ts'
import type { AccessChecks } from '#http/admit.ts'
import type { Limit } from '#http/limits.ts'
import { mount } from '#http/mount.ts'
import { mountFile } from '#http/mount-file.ts'
import { exportLines } from './export-lines.ts'
import { usageHandlers, usageViewHandlers } from './handlers.ts'
import { readFilter } from './read-filter.ts'

const EXPORTS: Limit = { name: 'usage-export', max: 60, window_ms: 10 * 60 * 1000 }
const TYPES: Record<ExportFormat, string> = {
  csv: 'text/csv; charset=utf-8',
  jsonl: 'application/x-ndjson; charset=utf-8',
}

export function usageRoutes(app: FastifyInstance, ctx: Ctx, checks: AccessChecks): void {
  mount(app, ctx, checks, usage, usageHandlers)
  mount(app, ctx, checks, usageViews, usageViewHandlers)
  mountFile(app, ctx, checks, usageExport, EXPORTS, async (request_ctx, { format, order, ...filter }) => {
    const { slice, logins } = await readFilter(request_ctx, filter)
    return {
      name: `usage-${filter.section}-${filter.from}-${filter.to}.${format}`,
      type: TYPES[format],
      lines: exportLines(request_ctx, slice, { format, order, logins }),
    }
  })
}
