import { errors, errorsExport } from '@portico/contract/errors.ts'
import type { FastifyInstance } from 'fastify'
import { agentNames } from '#access/secrets/index.ts'
import type { Ctx } from '#ctx/ctx.ts'
import type { AccessChecks } from '#http/admit.ts'
import type { Limit } from '#http/limits.ts'
import { mount } from '#http/mount.ts'
import { mountFile } from '#http/mount-file.ts'
import { type ErrorSlice, type EventRow, eventsAfter } from '#traffic/errors/index.ts'
import { errorsHandlers } from './handlers.ts'
import { readFilter } from './read-filter.ts'
import type { SendAgain } from './resend-webhooks.ts'
import { headLine, writeRow } from './write-row.ts'

const BATCH = 1000
const EXPORTS: Limit = { name: 'errors-export', max: 60, window_ms: 10 * 60 * 1000 }

export function errorRoutes(app: FastifyInstance, ctx: Ctx, checks: AccessChecks, sendAgain: SendAgain): void {
  mount(app, ctx, checks, errors, errorsHandlers(sendAgain))
  mountFile(app, ctx, checks, errorsExport, EXPORTS, async (request_ctx, { order, ...filter }) => {
    const { slice, logins } = await readFilter(request_ctx, filter)
    return {
      name: `errors-${filter.from}-${filter.to}.csv`,
      type: 'text/csv; charset=utf-8',
      lines: lines(request_ctx, slice, order, logins),
    }
  })
}

/** Reads a batch only after the previous one was sent, so that memory stays flat. */
async function* lines(
  ctx: Pick<Ctx, 'db' | 'readAs' | 'moved'>,
  slice: ErrorSlice,
  order: 'newest' | 'oldest',
  logins: Map<number, string>,
): AsyncGenerator<string> {
  yield headLine
  const keys = new Map((await agentNames(ctx.db, [...logins.keys()])).map((one) => [one.id, one]))
  const write = (row: EventRow) => writeRow(row, logins.get(row.login_id) ?? '', keys.get(row.agent_id ?? 0))
  let after: string | undefined
  do {
    const rows = await eventsAfter(ctx, slice, { order, after, limit: BATCH })
    if (rows.length > 0) yield rows.map(write).join('')
    after = rows.length < BATCH ? undefined : rows.at(-1)?.id
  } while (after !== undefined)
}
