import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { HOUR_MS } from '@portico/contract/time.ts'
import type { Ctx } from '#ctx/ctx.ts'
import { deleteExpired, exportIds, idsOfAccount } from './store.ts'

const FOLDER = 'exports'
const FAILED_RETENTION_MS = 7 * 24 * HOUR_MS

export function exportPath({ env }: Pick<Ctx, 'env'>, id: string): string {
  return join(env.data_dir, FOLDER, `${id}.zip`)
}

/** Temporary path until it is complete. */
export async function unfinishedExport({ env }: Pick<Ctx, 'env'>, id: string): Promise<string> {
  const folder = join(env.data_dir, FOLDER)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  return join(folder, `${id}.partial`)
}

/** Deletes archives of an account that is erased; their rows are erased with the others. */
export async function forgetExports(ctx: Pick<Ctx, 'db' | 'env'>, owner_id: number): Promise<void> {
  for (const id of await idsOfAccount(ctx.db, owner_id)) await rm(exportPath(ctx, id), { force: true })
}

/** Job, every hour: deletes expired archives, their rows first, and the unfinished files of processes that died. */
export async function deleteOldExports(ctx: Pick<Ctx, 'db' | 'env' | 'clock'>): Promise<number> {
  const now_ms = ctx.clock.now().getTime()
  await deleteExpired(ctx.db, new Date(now_ms), new Date(now_ms - FAILED_RETENTION_MS))
  const folder = join(ctx.env.data_dir, FOLDER)
  const names = await readdir(folder).catch(() => [])
  const known = await exportIds(ctx.db)
  let removed = 0
  for (const name of names) {
    const path = join(folder, name)
    const isKnown = known.has(name.split('.')[0] ?? '')
    const found = isKnown && !name.endsWith('.zip') ? await stat(path).catch(() => undefined) : undefined
    // The last write of an archive in progress was a moment ago.
    if (isKnown && (!found || found.mtime.getTime() > now_ms - HOUR_MS)) continue
    await rm(path, { force: true, recursive: true })
    removed += 1
  }
  return removed
}
