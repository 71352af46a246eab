import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { dataExport, dataExportFile } from '@portico/contract/data-export.ts'
import { Problem } from '@portico/contract/problem.ts'
import type { FastifyInstance } from 'fastify'
import { audit } from '#audit/room.ts'
import type { Limit } from '#http/limits.ts'
import { type Mounting, mount } from '#http/mount.ts'
import { mountFile } from '#http/mount-file.ts'
import type { Ctx, UserCtx } from '../ctx.ts'
import { exportPath } from './files.ts'
import { scopeFor } from './get-export.ts'
import { dataExportHandlers } from './handlers.ts'
import { findExport } from './store.ts'

const DOWNLOADS: Limit = { name: 'data-export-file', max: 30, window_ms: 60 * 60 * 1000 }

export function dataExportRoutes(app: FastifyInstance, ctx: Ctx, to: Mounting): void {
  mount(app, ctx, to, dataExport, dataExportHandlers)
  mountFile(app, ctx, to, dataExportFile, DOWNLOADS, (asked, { id }) => archiveFile(ctx, asked, id))
}

/** For whoever asked for it, as long as they may have what is in it. Staff who act for them do not get it. */
async function archiveFile({ db }: Pick<Ctx, 'db'>, asked: UserCtx, id: string) {
  const { user_id, staff_id } = asked.session
  if (staff_id !== null) throw new Problem('not_while_acting')
  const row = await findExport(asked.db, user_id, id)
  const is_over = !row?.expires_at || row.expires_at.getTime() <= asked.clock.now().getTime()
  if (row?.state !== 'ready' || is_over) throw new Problem('unknown_export')
  const { owner_id, scope } = row
  if (scope === 'account' && (await scopeFor(asked, owner_id, user_id)) !== scope) throw new Problem('unknown_export')
  const path = exportPath(asked, id)
  const found = await stat(path).catch(() => undefined)
  if (found?.size !== row.bytes) {
    asked.log.error({ export: id }, 'archive of customer data is missing on disk')
    throw new Problem('unknown_export')
  }
  await audit({ ...asked, db }, 'data_export_downloaded', { user_id: scope === 'account' ? owner_id : user_id })
  const name = `data-${row.created_at.toISOString().slice(0, 10)}.zip`
  return { name, type: 'application/zip', bytes: found.size, lines: contentOf(path) }
}

/** Opened when it is read, so that one who is refused in between leaves no file open. */
async function* contentOf(path: string): AsyncGenerator<Buffer> {
  yield* createReadStream(path) as AsyncIterable<Buffer>
}
