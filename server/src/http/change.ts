import type { RequestCtx, UserCtx } from '#ctx/ctx.ts'
import { inTx } from '#db/tx.ts'

interface AuditAbout {
  /** The account it happened to; by default the user's own. */
  user_id?: number
  actor?: string
  detail?: Record<string, string | number | boolean | null>
}

/** The context of a handler that changes something: `db` is the transaction that `mount` opened. */
export type ChangeCtx<C = UserCtx> = C & {
  /** Names a row of the audit log. It is written last, because all writers of the log wait for each other. */
  audit(action: string, about: AuditAbout): void
}

export type WriteAudit = (ctx: RequestCtx, action: string, about: AuditAbout) => Promise<void>

export interface Change<C, I, O> {
  change(ctx: ChangeCtx<C>, input: I): Promise<O>
  before?(ctx: C, input: I): Promise<void> | void
}

/**
 * A handler whose reads, writes and audit rows are one transaction. It touches nothing but the database, since it may run again
 * and must not hold a connection during a call over the network. `before` runs outside: limits count refused tries, too.
 */
export function change<C, I, O>(
  run: Change<C, I, O>['change'],
  more: Pick<Change<C, I, O>, 'before'> = {},
): Change<C, I, O> {
  return { change: run, ...more }
}

export async function runChange<C extends RequestCtx, I, O>(
  { change: run, before }: Change<C, I, O>,
  ctx: C,
  input: I,
  writeAudit: WriteAudit,
): Promise<O> {
  await before?.(ctx, input)
  return inTx(ctx.db, async (db) => {
    const rows: [action: string, about: AuditAbout][] = []
    const within = { ...ctx, db, audit: (action: string, about: AuditAbout) => void rows.push([action, about]) }
    const output = await run(within, input)
    for (const [action, about] of rows) await writeAudit(within, action, about)
    return output
  })
}
