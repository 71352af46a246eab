import { EXPORT_PAUSE_HOURS, type ExportInfo, type ExportScope } from '@portico/contract/data-export.ts'
import { isOwner } from '@portico/contract/permissions.ts'
import { HOUR_MS } from '@portico/contract/time.ts'
import { activeLogin, roleAt } from '#access/index.ts'
import type { Ctx, UserCtx } from '#ctx/ctx.ts'
import { newestExport } from './store.ts'

/** Owners get everything of the account, other members their own data. */
export async function scopeFor(ctx: Pick<Ctx, 'db'>, owner_id: number, user_id: number): Promise<ExportScope> {
  return isOwner(await roleAt(ctx, owner_id, user_id)) ? 'account' : 'person'
}

export async function getExport(ctx: UserCtx): Promise<ExportInfo> {
  const { owner_id } = await activeLogin(ctx)
  const { user_id } = ctx.session
  const row = await newestExport(ctx.db, user_id, owner_id)
  const now_ms = ctx.clock.now().getTime()
  const is_over = row?.expires_at && row.expires_at.getTime() <= now_ms
  const again_ms = row && row.state !== 'failed' ? row.created_at.getTime() + EXPORT_PAUSE_HOURS * HOUR_MS : 0
  return {
    scope: await scopeFor(ctx, owner_id, user_id),
    newest:
      row && !is_over
        ? {
            id: row.id,
            scope: row.scope,
            state: row.state,
            created_at: row.created_at.toISOString(),
            expires_at: row.expires_at?.toISOString() ?? null,
            bytes: row.bytes,
          }
        : null,
    again_at: again_ms > now_ms ? new Date(again_ms).toISOString() : null,
  }
}
