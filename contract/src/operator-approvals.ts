import * as z from 'zod/mini'
import { get, post } from './endpoint.ts'
import { by, reason } from './operator-fields.ts'

/** What staff may request above the limit of one person (CONFIRM_ABOVE), by the names of the endpoints. */
export const APPROVABLE = ['credit', 'refundPayment', 'refundCall', 'confirmWire', 'addPromo'] as const
export type Approvable = (typeof APPROVABLE)[number]

/**
 * waiting → rejected or expired; or running → done, failed, or unclear: the server stopped while it ran, and someone
 * has to look whether it was booked.
 */
export const APPROVAL_STATES = ['waiting', 'expired', 'rejected', 'running', 'unclear', 'done', 'failed'] as const
export type ApprovalState = (typeof APPROVAL_STATES)[number]

const moment = z.nullable(z.string())
const scalar = z.union([z.string(), z.number(), z.boolean()])

const approval = z.object({
  id: z.string(),
  action: z.enum(APPROVABLE),
  state: z.enum(APPROVAL_STATES),
  amount_micros: z.int(),
  customer: z.nullable(z.object({ id: z.int(), email: z.string() })),
  /** Exactly what will be done, without the reason and who requested it. */
  given: z.record(z.string(), scalar),
  reason: z.string(),
  requested_by: z.string(),
  requested_at: z.string(),
  expires_at: z.string(),
  decided_by: z.nullable(z.string()),
  decided_at: moment,
  decision_reason: z.nullable(z.string()),
  /** The balance afterwards, where it has one. */
  balance_micros: z.nullable(z.int()),
  /** Why it could not be done, as a message with its values. */
  failure: z.nullable(z.object({ text: z.string(), values: z.record(z.string(), z.union([z.string(), z.number()])) })),
  /** Whether the reader requested it, and may only withdraw it. */
  is_own: z.boolean(),
  /** Whether the role of the reader has the action. */
  may_decide: z.boolean(),
})
export type Approval = z.infer<typeof approval>

/** Approval by a second person, part of `operator`. */
export const approvalOperations = {
  listApprovals: get('/api/operator/approvals', {
    caller: 'operator',
    staff: 'see_approvals',
    /** The page asks again and again how many wait. */
    background: true,
    input: z.strictObject({ show: z._default(z.enum(['waiting', 'over']), 'waiting') }),
    output: z.object({ approvals: z.array(approval) }),
  }),
  /** Runs what was requested, or rejects it; the person who requested it may only reject. */
  decideApproval: post('/api/operator/approval', {
    caller: 'operator',
    staff: 'approve',
    input: z.strictObject({ id: z.uuid('must be a UUID'), is_approved: z.boolean(), reason, by }),
    output: approval,
  }),
}
