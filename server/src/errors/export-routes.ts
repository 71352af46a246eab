import { Readable } from 'node:stream'
import { errorsExport } from '@portico/contract/errors.ts'
import { isAllowed } from '@portico/contract/menu.ts'
import { Problem } from '@portico/contract/problem.ts'
import { fieldMessages } from '@portico/contract/typed.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type Limit, spend } from '#http/limits.ts'
import type { Mounting } from '#http/mount.ts'
import { requestCtx } from '#http/request-ctx.ts'
import { checkOrigin } from '#http/xsrf.ts'
import type { Ctx, UserCtx } from '../ctx.ts'
import { readFilter } from './read-filter.ts'
import { eventsAfter } from './row-store.ts'
import type { ErrorSlice } from './slice.ts'
import { headLine, writeRow } from './write-row.ts'

const BATCH = 1000
const EXPORTS: Limit = { name: 'errors-export', max: 60, window_ms: 10 * 60 * 1000 }

/** A file is not JSON, so it stands beside the contract's endpoints; who may ask is checked as there. */
export function errorsExportRoutes(app: FastifyInstance, ctx: Ctx, to: Mounting): void {
  app.get(errorsExport.path, { exposeHeadRoute: false }, async (request, reply) => {
    const asked = await admit(ctx, to, request, reply)
    const parsed = errorsExport.input.safeParse(request.query)
    if (!parsed.success) throw new Problem('invalid_input', { fields: fieldMessages(parsed.error) })
    const { order, ...filter } = parsed.data
    const { slice, logins } = await readFilter(asked, filter)
    await spend(ctx, [{ limit: EXPORTS, of: String(asked.session.user_id) }])
    const name = `errors-${filter.from}-${filter.to}`.replaceAll(/[^\w-]+/g, '')
    return reply
      .header('cache-control', 'no-store')
      .header('vary', 'Cookie')
      .header('content-disposition', `attachment; filename="${name}.csv"`)
      .type('text/csv; charset=utf-8')
      .send(Readable.from(lines(ctx, slice, order, logins), { objectMode: false }))
  })
}

async function admit(ctx: Ctx, to: Mounting, request: FastifyRequest, reply: FastifyReply): Promise<UserCtx> {
  checkOrigin(request)
  const asked = await requestCtx(ctx, request, reply, false)
  if (!asked.session) throw new Problem('sign_in_needed')
  const user = { ...asked, session: asked.session }
  if (!isAllowed(errorsExport.caller.module, await to.modulesOf(user))) throw new Problem('not_allowed')
  return user
}

/** Batch after batch, each asked for only when the one before is on its way: memory stays flat. */
async function* lines(
  ctx: Pick<Ctx, 'db'>,
  slice: ErrorSlice,
  order: 'newest' | 'oldest',
  logins: Map<number, string>,
): AsyncGenerator<string> {
  yield headLine
  let after: string | undefined
  do {
    const rows = await eventsAfter(ctx.db, slice, { order, after, limit: BATCH })
    if (rows.length > 0) yield rows.map((row) => writeRow(row, logins.get(row.login_id) ?? '')).join('')
    after = rows.length < BATCH ? undefined : rows.at(-1)?.id
  } while (after !== undefined)
}
