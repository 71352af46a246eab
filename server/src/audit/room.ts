import type { Ctx, RequestCtx } from '../ctx.ts'
import { type AuditRow, appendAudit, brokenLinks } from './store.ts'

/**
 * The log of who did what, when and from where. Rows are only ever added (the database refuses anything else) and
 * chained by hash, so that an edit or a gap shows.
 */
export async function audit(
  ctx: RequestCtx,
  action: string,
  about: { user_id?: number; actor?: string; detail?: AuditRow['detail'] },
): Promise<void> {
  const user_id = about.user_id ?? ctx.session?.user_id ?? null
  await appendAudit(ctx.db, {
    at: ctx.clock.now(),
    actor: about.actor ?? (ctx.session ? `user:${ctx.session.user_id}` : 'visitor'),
    action,
    user_id,
    detail: about.detail ?? {},
    ip: ctx.request.ip,
    request_id: ctx.request.id,
  })
}

export function brokenAuditLinks(ctx: Pick<Ctx, 'db'>): Promise<number[]> {
  return brokenLinks(ctx.db)
}
