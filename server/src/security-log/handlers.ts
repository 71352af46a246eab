import { securityLog, securityLogExport } from '@portico/contract/security-log.ts'
import type { FastifyInstance } from 'fastify'
import type { Ctx } from '#ctx/ctx.ts'
import type { AccessChecks } from '#http/admit.ts'
import type { Limit } from '#http/limits.ts'
import { type Handlers, mount } from '#http/mount.ts'
import { mountFile } from '#http/mount-file.ts'
import { logLines } from './log-lines.ts'
import { readLog, scopeOf } from './read-log.ts'

const PAGE = 50
const EXPORTS: Limit = { name: 'security-log-export', max: 60, window_ms: 10 * 60 * 1000 }

const handlers: Handlers<typeof securityLog> = {
  getSecurityLog: async (ctx, { before, ...filter }) => {
    const scope = await scopeOf(ctx)
    const rows = await readLog(ctx, scope, filter, { before, limit: PAGE + 1 })
    return {
      rows: rows.slice(0, PAGE),
      more: rows.length > PAGE,
      people: before === undefined ? scope.people.map(({ id, name }) => ({ id, name })) : [],
    }
  },
}

/**
 * Entries about an account, for the members who answer for it: read as the signed-in user, to whom the database shows
 * the account's entries and the security entries of its members.
 */
export function securityLogRoutes(app: FastifyInstance, ctx: Ctx, checks: AccessChecks): void {
  mount(app, ctx, checks, securityLog, handlers)
  mountFile(app, ctx, checks, securityLogExport, EXPORTS, async (request_ctx, filter) => ({
    name: `security-log${filter.from ? `-${filter.from}` : ''}${filter.to ? `-${filter.to}` : ''}.csv`,
    type: 'text/csv; charset=utf-8',
    lines: logLines(request_ctx, filter),
  }))
}
