import { randomUUID } from 'node:crypto'
import type { dataExport } from '@portico/contract/data-export.ts'
import { Problem } from '@portico/contract/problem.ts'
import { activeLogin } from '#access/index.ts'
import { audit } from '#audit/index.ts'
import type { UserCtx } from '#ctx/ctx.ts'
import { inTx } from '#db/tx.ts'
import { type Limit, spend } from '#http/limits.ts'
import type { Handlers } from '#http/mount.ts'
import { getExport, scopeFor } from './get-export.ts'
import { insertExport } from './store.ts'

/** Failed ones can be requested again at once, but not all day. */
const PER_USER: Limit = { name: 'data-exports', max: 10, window_ms: 24 * 60 * 60 * 1000 }

export const dataExportHandlers: Handlers<typeof dataExport> = {
  getExport,
  prepareExport,
}

async function prepareExport(ctx: UserCtx) {
  const { owner_id } = await activeLogin(ctx)
  const { user_id } = ctx.session
  const before = await getExport(ctx)
  // Pressed twice, or in two windows: returns the one in progress.
  if (before.newest?.state === 'preparing') return before
  if (before.again_at !== null) throw new Problem('export_too_soon')
  await spend(ctx, [{ limit: PER_USER, of: String(user_id) }])
  await inTx(ctx.db, async (db) => {
    const within = { ...ctx, db }
    const scope = await scopeFor(within, owner_id, user_id)
    const row = { id: randomUUID(), user_id, owner_id, scope, created_at: ctx.clock.now() }
    if (!(await insertExport(db, row))) return
    const about = scope === 'account' ? owner_id : user_id
    await audit(within, 'data_export_asked', { user_id: about })
  })
  return getExport(ctx)
}
