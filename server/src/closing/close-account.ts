import { CLOSING_DAYS, type ClosingReason, type closing } from '@portico/contract/closing.ts'
import type { Input } from '@portico/contract/endpoint.ts'
import { Problem } from '@portico/contract/problem.ts'
import { audit } from '#audit/index.ts'
import type { RequestCtx, UserCtx } from '#ctx/ctx.ts'
import { inTx } from '#db/tx.ts'
import { founderOf } from './get-closing.ts'
import { mailOwners } from './mail-owners.ts'
import { closesAt, deleteClosing, insertClosing, whatGoes } from './store.ts'

const DAY_MS = 24 * 60 * 60 * 1000

/** The account stops at once; after two weeks its personal data is erased. All owners are notified. */
export async function closeAccount(ctx: UserCtx, { reason, note, email }: Input<typeof closing.closeAccount>) {
  const founder = await founderOf(ctx)
  if (email !== founder.email)
    throw new Problem('invalid_input', { fields: { email: 'This is not the e-mail address of the account.' } })
  await beginClosing(ctx, founder.id, { asked_by: ctx.session.user_id, reason, note })
  return { closes_at: await endOf(ctx, founder.id) }
}

export async function keepAccount(ctx: UserCtx) {
  const founder = await founderOf(ctx)
  await endClosing(ctx, founder.id)
  return { closes_at: await endOf(ctx, founder.id) }
}

interface ClosingInput {
  /** Null: the operator. */
  asked_by: number | null
  reason: ClosingReason
  note: string
}
/** The actor to record, where it is not the session's user. */
type By = Pick<Parameters<typeof audit>[2], 'actor' | 'detail'>

/** False where it was already being closed. */
export async function beginClosing(
  ctx: RequestCtx,
  owner_id: number,
  input: ClosingInput,
  by: By = {},
): Promise<boolean> {
  const now = ctx.clock.now()
  if ((await whatGoes(ctx.db, owner_id, now)).other_teams > 0) throw new Problem('leave_teams_first')
  const closes_at = new Date(now.getTime() + CLOSING_DAYS * DAY_MS)
  return inTx(ctx.db, async (db) => {
    const within = { ...ctx, db }
    // Of two owners at once the first one closes it.
    if (!(await insertClosing(db, { owner_id, asked_at: now, closes_at, ...input }))) return false
    await audit(within, 'account_closing', { user_id: owner_id, ...by })
    await mailOwners(within, owner_id, 'account_closing', closes_at)
    return true
  })
}

/** False where it is not being closed, or already closed. */
export function endClosing(ctx: RequestCtx, owner_id: number, by: By = {}): Promise<boolean> {
  return inTx(ctx.db, async (db) => {
    const is_stored = await deleteClosing(db, owner_id)
    if (is_stored) await audit({ ...ctx, db }, 'account_kept', { user_id: owner_id, ...by })
    return is_stored
  })
}

export async function endOf({ db }: Pick<RequestCtx, 'db'>, owner_id: number): Promise<string | null> {
  return (await closesAt(db, owner_id))?.toISOString() ?? null
}
