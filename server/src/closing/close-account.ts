import { CLOSING_DAYS, type ClosingReason, type closing } from '@portico/contract/closing.ts'
import type { Input } from '@portico/contract/endpoint.ts'
import { Problem } from '@portico/contract/problem.ts'
import { DAY_MS } from '@portico/contract/time.ts'
import type { RequestCtx } from '#ctx/ctx.ts'
import type { ChangeCtx } from '#http/change.ts'
import { founderOf } from './get-closing.ts'
import { mailOwners } from './mail-owners.ts'
import { closesAt, deleteClosing, insertClosing, whatGoes } from './store.ts'

/** The account stops at once; after two weeks its personal data is erased. All owners are notified. */
export async function closeAccount(ctx: ChangeCtx, { reason, note, email }: Input<typeof closing.closeAccount>) {
  const founder = await founderOf(ctx)
  if (email !== founder.email)
    throw new Problem('invalid_input', { fields: { email: 'This is not the e-mail address of the account.' } })
  await beginClosing(ctx, founder.id, { asked_by: ctx.session.user_id, reason, note })
  return { closes_at: await endOf(ctx, founder.id) }
}

export async function keepAccount(ctx: ChangeCtx) {
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
/** The operator's reason. */
type ClosingDetail = { reason: string }

/** False where it was already being closed. */
export async function beginClosing(
  ctx: ChangeCtx<RequestCtx>,
  owner_id: number,
  input: ClosingInput,
  detail?: ClosingDetail,
): Promise<boolean> {
  const now = ctx.clock.now()
  if ((await whatGoes(ctx.db, owner_id, now)).other_teams > 0) throw new Problem('leave_teams_first')
  const closes_at = new Date(now.getTime() + CLOSING_DAYS * DAY_MS)
  // Of two owners at once the first one closes it.
  if (!(await insertClosing(ctx.db, { owner_id, asked_at: now, closes_at, ...input }))) return false
  ctx.audit('account_closing', { user_id: owner_id, ...(detail && { detail }) })
  await mailOwners(ctx, owner_id, 'account_closing', closes_at)
  return true
}

/** False where it is not being closed, or already closed. */
export async function endClosing(
  ctx: ChangeCtx<RequestCtx>,
  owner_id: number,
  detail?: ClosingDetail,
): Promise<boolean> {
  const is_stored = await deleteClosing(ctx.db, owner_id)
  if (is_stored) ctx.audit('account_kept', { user_id: owner_id, ...(detail && { detail }) })
  return is_stored
}

export async function endOf({ db }: Pick<RequestCtx, 'db'>, owner_id: number): Promise<string | null> {
  return (await closesAt(db, owner_id))?.toISOString() ?? null
}
