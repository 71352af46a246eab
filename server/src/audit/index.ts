import type { Ctx, RequestCtx } from '#ctx/ctx.ts'
import { erasedElsewhere } from './check-store.ts'
import { type AuditRow, appendAudit, distinctActors, newestOf, rowsOf } from './store.ts'

/** Hourly check that every row of the log still follows from the one before, and its last result. */
export { auditMetric, checkAudit, lastAuditCheck, watchAudit } from './check-audit.ts'

export { changesBetween, factsOf } from './facts.ts'
/** Entries of an account and the security entries of its members, filtered and paged. */
export { type LogEntry, type LogFilter, logActors, logEntries } from './log-store.ts'

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
  const { staff, token } = ctx
  const reason = staff?.reason ?? token?.reason
  const program = token && `operator:token:${token.name}`
  const actor = staff ? `staff:${staff.id}` : (program ?? about.actor ?? actorOf(ctx))
  const device = ctx.request.user_agent
  await appendAudit(ctx.db, {
    at: ctx.clock.now(),
    actor,
    action,
    user_id,
    // The device is recorded for members and visitors only; that of support and operator is private.
    detail: {
      ...about.detail,
      ...(reason && { reason }),
      ...(staff?.approved_by !== undefined && { approved_by: staff.approved_by }),
      ...(device && /^(user:|visitor$)/.test(actor) && { device }),
    },
    ip: ctx.request.ip,
    request_id: ctx.request.id,
  })
}

/** An entry of a job or of another server's message, on behalf of the actor and without an address. */
export function auditWithoutRequest(
  ctx: Pick<Ctx, 'db' | 'clock'>,
  action: string,
  about: { user_id: number; actor: string; detail: AuditRow['detail'] },
): Promise<void> {
  return appendAudit(ctx.db, { at: ctx.clock.now(), action, ...about, ip: '', request_id: '' })
}

/**
 * Records that an account was erased, and which lines about others were, too: only those may have lost their content.
 */
export async function auditErased(ctx: Pick<Ctx, 'db' | 'clock'>, owner_id: number): Promise<void> {
  const lines = (await erasedElsewhere(ctx.db, owner_id)).join(',')
  const row = { at: ctx.clock.now(), action: 'account_erased', user_id: owner_id, actor: 'job:closing' }
  await appendAudit(ctx.db, { ...row, detail: lines ? { lines } : {}, ip: '', request_id: '' })
}

/** While staff act as a user, the staff member is the actor. */
function actorOf({ session }: RequestCtx): string {
  if (!session) return 'visitor'
  return session.staff_id === null ? `user:${session.user_id}` : `staff:${session.staff_id}`
}

/** Entries of an account, newest first, for its owner. */
export function recentActivity(ctx: Pick<Ctx, 'db'>, user_id: number) {
  return newestOf(ctx.db, user_id, 50)
}

/** The same by action, page by page. */
export function activityOf(ctx: Pick<Ctx, 'db'>, user_id: number, input: Parameters<typeof rowsOf>[2]) {
  return rowsOf(ctx.db, user_id, input)
}

/** Everyone who ever did one of these actions to an account. */
export function actorsOf(ctx: Pick<Ctx, 'db'>, user_id: number, actions: readonly string[]): Promise<string[]> {
  return distinctActors(ctx.db, user_id, actions)
}
