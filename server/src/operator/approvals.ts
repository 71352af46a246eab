import { randomUUID } from 'node:crypto'
import { operator } from '@portico/contract/operator.ts'
import { APPROVABLE, type Approvable, type Approval, type ApprovalState } from '@portico/contract/operator-approvals.ts'
import { Problem } from '@portico/contract/problem.ts'
import { staffMessage } from '@portico/contract/staff-messages.ts'
import { staffMay } from '@portico/contract/staff-permissions.ts'
import { audit } from '#audit/index.ts'
import type { RequestCtx } from '#ctx/ctx.ts'
import { inTx } from '#db/tx.ts'
import { type Handler, type Handlers, runHandler } from '#http/mount.ts'
import { staffMember } from '#users/index.ts'
import {
  type ApprovalRow,
  decide,
  findApproval,
  finish,
  insertApproval,
  listApprovals,
  markExpired,
} from './approval-store.ts'
import { ApprovalNeeded } from './confirm-amount.ts'
import { mailApprovers } from './mail-approvers.ts'
import { staffSees } from './staff-sees.ts'

type Operator = Handlers<typeof operator>
type Limited = Pick<Operator, Approvable>
type Run = (ctx: RequestCtx, input: unknown) => Promise<unknown>

const WAITS_MS = 24 * 60 * 60 * 1000
/** Longer than any of the actions takes. */
const RUNS_MS = 10 * 60 * 1000
const LIST_MAX = 100
/** Fields of an input that the row shows elsewhere, or that are not for people. */
const NOT_SHOWN = new Set(['reason', 'by', 'request_id', 'confirmed'])

/**
 * The actions that have a limit for one person, and their approval. Above the limit an action runs up to the amount,
 * is rolled back, and waits with its exact input for a second person, who runs it once.
 */
export function approvalHandlers(limited: Limited): Limited & Pick<Operator, 'listApprovals' | 'decideApproval'> {
  const runOf =
    (action: Approvable): Run =>
    (ctx, input) =>
      // The table's mapped type has paired the handler with the input of its endpoint.
      runHandler(operator[action], limited[action] as Handler<RequestCtx, unknown, unknown>, ctx, input, audit)
  const held = Object.fromEntries(APPROVABLE.map((action) => [action, withApproval(action, runOf(action))]))
  return {
    ...(held as Limited),
    listApprovals: async (ctx, { show }) => ({ approvals: await shownApprovals(ctx, show) }),
    decideApproval: async (ctx, { id, is_approved, reason }) => {
      const row = await findApproval(ctx.db, id)
      if (!row || !(shown(ctx, row).may_decide || row.requested_by === ctx.staff?.id))
        throw new Problem('unknown_approval')
      if (!ctx.staff) throw new Problem('staff_only')
      if (is_approved) await approve(ctx, row, reason, runOf(row.action))
      else await close(ctx, row, 'rejected', reason)
      return shown(ctx, (await findApproval(ctx.db, id)) ?? row)
    },
  }
}

/** Those that the caller may decide, and for those who see money all of them. */
export async function shownApprovals(ctx: RequestCtx, show: 'waiting' | 'over'): Promise<Approval[]> {
  const rows = await listApprovals(ctx.db, { waits: show === 'waiting', now: ctx.clock.now(), limit: LIST_MAX })
  return rows.map((row) => shown(ctx, row)).filter(({ may_decide }) => may_decide || staffSees(ctx, 'see_money'))
}

function withApproval(action: Approvable, run: Run): Run {
  return async (ctx, input) => {
    try {
      return await run(ctx, input)
    } catch (error) {
      if (!(error instanceof ApprovalNeeded) || !ctx.staff) throw error
      await request(ctx, action, input, error)
      throw new Problem('approval_needed')
    }
  }
}

async function request(ctx: RequestCtx, action: Approvable, input: unknown, needed: ApprovalNeeded): Promise<void> {
  const { staff } = ctx
  if (!staff) return
  const { amount_micros, owner_id } = needed
  const now = ctx.clock.now()
  const expires_at = new Date(now.getTime() + WAITS_MS)
  await inTx(ctx.db, async (db) => {
    await markExpired(db, staff.id, now)
    const row = {
      id: randomUUID(),
      action,
      amount_micros,
      owner_id,
      reason: staff.reason ?? '',
      requested_by: staff.id,
    }
    const isNew = await insertApproval(db, {
      ...row,
      input: JSON.stringify(input),
      requested_at: now,
      expires_at,
    })
    if (!isNew) return
    await mailApprovers({ ...ctx, db }, row, expires_at)
    await audit({ ...ctx, db }, 'approval_requested', { detail: factsOf(row) })
  })
}

/** Who decides first, decides. Both persons are in the log: the one who requested it with the action, the other with this. */
async function close(
  ctx: RequestCtx,
  row: ApprovalRow,
  decision: 'approved' | 'rejected',
  reason: string,
): Promise<void> {
  const { staff } = ctx
  if (!staff) throw new Problem('staff_only')
  await inTx(ctx.db, async (db) => {
    const made = { decision, decided_by: staff.id, decided_at: ctx.clock.now(), decision_reason: reason }
    if (!(await decide(db, row.id, made))) throw new Problem('already_decided')
    const detail = { ...factsOf(row), requested_by: row.requested_by }
    if (decision === 'approved') await audit({ ...ctx, db }, 'approval_given', { detail })
    else await audit({ ...ctx, db }, 'approval_rejected', { detail })
  })
}

async function approve(ctx: RequestCtx, row: ApprovalRow, reason: string, run: Run): Promise<void> {
  const { staff } = ctx
  if (!staff) throw new Problem('staff_only')
  if (row.requested_by === staff.id) throw new Problem('own_request')
  const { staff: action } = operator[row.action]
  const requester = await staffMember(ctx, row.requested_by)
  if (!requester || !action || !staffMay(requester.role, action)) throw new Problem('requester_lacks_role')
  await close(ctx, row, 'approved', reason)
  const acting = { ...requester, id: row.requested_by, code_at: staff.code_at, reason: row.reason }
  try {
    const result = await run({ ...ctx, staff: { ...acting, approved_by: staff.id } }, row.input)
    await finish(ctx.db, row.id, { finished_at: ctx.clock.now(), result: JSON.stringify(result) })
  } catch (error) {
    if (!(error instanceof Problem)) ctx.log.error({ err: error, approval: row.id }, 'an approved action failed')
    const failure = failureOf(error)
    await audit(ctx, 'approval_failed', { detail: { ...factsOf(row), failure: failure.text } })
    await finish(ctx.db, row.id, { finished_at: ctx.clock.now(), failure: JSON.stringify(failure) })
  }
}

/** The first message is about the field that was wrong, where there is one. */
function failureOf(error: unknown): { text: string; values: Record<string, string | number> } {
  const { message, values, fields } = error instanceof Problem ? error : new Problem('internal')
  const [field] = Object.values(fields)
  return { text: field === undefined ? message : staffMessage(field), values }
}

/** For the log. `customer` leads the erasure of an account to it; the customer reads none of these lines. */
function factsOf(row: Pick<ApprovalRow, 'id' | 'action' | 'amount_micros' | 'owner_id'>) {
  return { approval: row.id, kind: row.action, amount_micros: row.amount_micros, customer: row.owner_id }
}

function stateOf(row: ApprovalRow, now: Date): ApprovalState {
  if (row.decision === null) return row.expires_at > now ? 'waiting' : 'expired'
  if (row.decision !== 'approved') return row.decision
  if (row.finished_at) return row.failure ? 'failed' : 'done'
  return now.getTime() - (row.decided_at?.getTime() ?? 0) < RUNS_MS ? 'running' : 'unclear'
}

function shown(ctx: RequestCtx, row: ApprovalRow): Approval {
  const { staff: action } = operator[row.action]
  const balance = row.result?.balance_micros
  return {
    id: row.id,
    action: row.action,
    state: stateOf(row, ctx.clock.now()),
    amount_micros: row.amount_micros,
    customer: row.owner_id === null ? null : { id: row.owner_id, email: row.customer ?? '' },
    given: Object.fromEntries(Object.entries(row.input).filter(([name]) => !NOT_SHOWN.has(name))),
    reason: row.reason,
    requested_by: row.requester,
    requested_at: row.requested_at.toISOString(),
    expires_at: row.expires_at.toISOString(),
    decided_by: row.decider,
    decided_at: row.decided_at?.toISOString() ?? null,
    decision_reason: row.decision_reason,
    balance_micros: typeof balance === 'number' ? balance : null,
    failure: row.failure,
    is_own: row.requested_by === ctx.staff?.id,
    may_decide: action !== undefined && staffSees(ctx, action),
  }
}
