import { stat } from 'node:fs/promises'
import { dataExport, dataExportFile } from '@portico/contract/data-export.ts'
import { Problem } from '@portico/contract/problem.ts'
import { HOUR_MS } from '@portico/contract/time.ts'
import type { FastifyInstance } from 'fastify'
import { audit } from '#audit/index.ts'
import type { Ctx, UserCtx } from '#ctx/ctx.ts'
import type { AccessChecks } from '#http/admit.ts'
import { isWithin, type Limit } from '#http/limits.ts'
import { mount } from '#http/mount.ts'
import { mountStoredFile } from '#http/mount-file.ts'
import type { StoredFile } from '#http/send-stored-file.ts'
import { exportPath } from './files.ts'
import { scopeFor } from './get-export.ts'
import { dataExportHandlers } from './handlers.ts'
import { findExport } from './store.ts'

/** Each part of a download that was interrupted counts. */
const DOWNLOADS: Limit = { name: 'data-export-file', max: 600, window_ms: HOUR_MS }
/** A download in a hundred parts is one line of the log, not a hundred. */
const ANNOUNCED: Limit = { name: 'data-export-told', max: 1, window_ms: HOUR_MS }

export function dataExportRoutes(app: FastifyInstance, ctx: Ctx, checks: AccessChecks): void {
  mount(app, ctx, checks, dataExport, dataExportHandlers)
  mountStoredFile(app, ctx, checks, dataExportFile, DOWNLOADS, (request_ctx, { id }) =>
    archiveFile(ctx, request_ctx, id),
  )
}

/** Served to the user who requested it, as long as they may have its content. Staff who act for them do not get it. */
async function archiveFile({ db }: Pick<Ctx, 'db'>, ctx: UserCtx, id: string): Promise<StoredFile> {
  const { user_id, staff_id } = ctx.session
  if (staff_id !== null) throw new Problem('not_while_acting')
  const row = await findExport(ctx.db, user_id, id)
  const is_over = !row?.expires_at || row.expires_at.getTime() <= ctx.clock.now().getTime()
  if (row?.state !== 'ready' || is_over) throw new Problem('unknown_export')
  const { owner_id, scope } = row
  if (scope === 'account' && (await scopeFor(ctx, owner_id, user_id)) !== scope) throw new Problem('unknown_export')
  const path = exportPath(ctx, id)
  const found = await stat(path).catch(() => undefined)
  if (found?.size !== row.bytes) {
    ctx.log.error({ export: id }, 'archive of customer data is missing on disk')
    throw new Problem('unknown_export')
  }
  const within = { ...ctx, db }
  if (await isWithin(within, { limit: ANNOUNCED, of: `${id} ${ctx.request.ip}` }))
    await audit(within, 'data_export_downloaded', { user_id: scope === 'account' ? owner_id : user_id })
  const name = `data-${row.created_at.toISOString().slice(0, 10)}.zip`
  // Its content never changes, so its id is a valid ETag.
  return { path, name, type: 'application/zip', bytes: found.size, tag: id, modified: row.created_at }
}
