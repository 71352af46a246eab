import { Readable } from 'node:stream'
import { isAllowed } from '@portico/contract/menu.ts'
import { Problem } from '@portico/contract/problem.ts'
import { fieldMessages } from '@portico/contract/typed.ts'
import { type ExportFormat, type UsageFilter, usageExport } from '@portico/contract/usage.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Catalogue } from '#catalogue/room.ts'
import { spend } from '#http/limits.ts'
import type { Mounting } from '#http/mount.ts'
import { requestCtx } from '#http/request-ctx.ts'
import { checkOrigin } from '#http/xsrf.ts'
import type { Ctx, UserCtx } from '../ctx.ts'
import { exportLines } from './export-lines.ts'
import { readFilter } from './read-filter.ts'

const EXPORTS = { name: 'usage-export', max: 60, window_ms: 10 * 60 * 1000 }
const TYPES: Record<ExportFormat, string> = {
  csv: 'text/csv; charset=utf-8',
  jsonl: 'application/x-ndjson; charset=utf-8',
}

/** A file is not JSON, so it stands beside the contract's endpoints; who may ask is checked as there. */
export function exportRoutes(app: FastifyInstance, ctx: Ctx, to: Mounting, sold: Catalogue): void {
  app.get(usageExport.path, { exposeHeadRoute: false }, async (request, reply) => {
    const asked = await admit(ctx, to, request, reply)
    const parsed = usageExport.input.safeParse(request.query)
    if (!parsed.success) throw new Problem('invalid_input', { fields: fieldMessages(parsed.error) })
    const { format, order, ...filter } = parsed.data
    const { slice, logins } = await readFilter(asked, sold, filter)
    await spend(ctx, [{ limit: EXPORTS, of: String(asked.session.user_id) }])
    return reply
      .header('cache-control', 'no-store')
      .header('vary', 'Cookie')
      .header('content-disposition', `attachment; filename="${fileName(filter)}.${format}"`)
      .type(TYPES[format])
      .send(Readable.from(exportLines(ctx, slice, { format, order, logins }), { objectMode: false }))
  })
}

async function admit(ctx: Ctx, to: Mounting, request: FastifyRequest, reply: FastifyReply): Promise<UserCtx> {
  checkOrigin(request)
  const asked = await requestCtx(ctx, request, reply, false)
  if (!asked.session) throw new Problem('sign_in_needed')
  const user = { ...asked, session: asked.session }
  if (!isAllowed(usageExport.caller.module, await to.modulesOf(user))) throw new Problem('not_allowed')
  return user
}

/** Letters, digits and dashes only: it goes into a header. */
function fileName({ section, from, to }: UsageFilter): string {
  return `usage-${section}-${from}-${to}`.replaceAll(/[^\w-]+/g, '')
}
