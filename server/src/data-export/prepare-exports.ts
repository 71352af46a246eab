import { rename, rm } from 'node:fs/promises'
import { EXPORT_DAYS } from '@portico/contract/data-export.ts'
import { languageOfField } from '@portico/contract/language.ts'
import { DAY_MS, MINUTE_MS } from '@portico/contract/time.ts'
import type { Ctx } from '#ctx/ctx.ts'
import { inTx } from '#db/tx.ts'
import { enqueueMail } from '#mail/index.ts'
import { userById } from '#users/index.ts'
import { siteOfAccount } from '#whitelabel/index.ts'
import { exportPath, unfinishedExport } from './files.ts'
import { scopeFor } from './get-export.ts'
import { claimExport, type ExportRow, endExport, extendExportClaim, releaseExport } from './store.ts'
import { writeArchive } from './write-archive.ts'

type PrepareCtx = Pick<Ctx, 'db' | 'readAs' | 'moved' | 'env' | 'clock' | 'log' | 'sites' | 'billing'>

/** After this time another process takes over from one that died. */
const CLAIM_MS = 2 * MINUTE_MS
/** How often a running one renews its claim. */
const PROGRESS_EVERY_MS = MINUTE_MS / 2
const TRIES = 3

/** Job: makes the requested archives, one at a time. One that fails is given up after three tries. */
export async function prepareExports(ctx: PrepareCtx): Promise<number> {
  let prepared = 0
  for (;;) {
    const row = await claimExport(ctx.db, ctx.clock.now(), later(ctx, CLAIM_MS))
    if (!row) return prepared
    prepared += 1
    // A try that ended with the process counts, too.
    if (row.tries > TRIES) {
      await endExport(ctx.db, row.id, { state: 'failed' })
      continue
    }
    try {
      await prepare(ctx, row)
    } catch (error) {
      ctx.log.error({ err: error, export: row.id, tries: row.tries }, 'archive of customer data could not be prepared')
      if (row.tries >= TRIES) await endExport(ctx.db, row.id, { state: 'failed' })
      else await releaseExport(ctx.db, row.id, later(ctx, MINUTE_MS))
    }
  }
}

async function prepare(ctx: PrepareCtx, row: ExportRow): Promise<void> {
  const { id, user_id, owner_id, scope } = row
  const user = await userById(ctx, user_id)
  // A user who has lost access to the data since does not get it now.
  if (user?.status !== 'active' || (scope === 'account' && (await scopeFor(ctx, owner_id, user_id)) !== scope)) {
    await endExport(ctx.db, id, { state: 'failed' })
    return
  }
  const site = await siteOfAccount(ctx, user_id)
  const language = languageOfField(user.language)
  const path = await unfinishedExport(ctx, id)
  const about = { brand: site.brand.title, email: user.email }
  const onPage = heartbeat(ctx, id)
  const bytes = await writeArchive(ctx, { user_id, owner_id, scope, language, about, path, onPage })
  await rename(path, exportPath(ctx, id))
  const ready_at = ctx.clock.now()
  const is_ready = await inTx(ctx.db, async (db) => {
    const expires_at = later(ctx, EXPORT_DAYS * DAY_MS)
    if (!(await endExport(db, id, { state: 'ready', ready_at, expires_at, bytes }))) return false
    const link = new URL('/users/profile#your-data', site.origin).href
    const data = { name: user.name, link, days: EXPORT_DAYS }
    await enqueueMail({ ...ctx, db }, { to: user.email, site, template: 'data_ready', language, data })
    return true
  })
  if (!is_ready) await rm(exportPath(ctx, id), { force: true })
}

/** Renews the claim while pages are written. */
function heartbeat(ctx: PrepareCtx, id: string): () => Promise<void> {
  let reported_ms = ctx.clock.now().getTime()
  return async () => {
    const now_ms = ctx.clock.now().getTime()
    if (now_ms - reported_ms < PROGRESS_EVERY_MS) return
    reported_ms = now_ms
    await extendExportClaim(ctx.db, id, later(ctx, CLAIM_MS))
  }
}

function later({ clock }: Pick<Ctx, 'clock'>, ms: number): Date {
  return new Date(clock.now().getTime() + ms)
}
