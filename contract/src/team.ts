import * as z from 'zod/mini'
import { get, post } from './endpoint.ts'
import { email, id } from './form-fields.ts'
import { limitMicros } from './limit-field.ts'
import { GIVEN_ROLES, ROLES } from './role.ts'
import { role } from './role-field.ts'
import { user } from './user.ts'

const managers = { action: 'manage_team' } as const
const byId = z.strictObject({ id })
/** A cap is a daily limit for one member, with the same bounds. */
const capMicros = limitMicros
const done = z.object({ type: z.literal('success') })

const member = z.object({
  /** True with a second factor or a passkey; null for callers who do not manage the team. */
  has_factor: z.nullable(z.boolean()),
  user_id: z.number(),
  name: z.string(),
  email: z.string(),
  role,
  cap_micros: z.nullable(z.number()),
  since: z.string(),
})
export type Member = z.infer<typeof member>

const invitation = z.object({
  id: z.number(),
  email: z.string(),
  role: z.enum(GIVEN_ROLES),
  cap_micros: z.nullable(z.number()),
  sent_at: z.string(),
  expires_at: z.string(),
})
export type Invitation = z.infer<typeof invitation>

/** The caller's role and cap in this team, and so the most they can give to others. */
const own = z.object({ role, cap_micros: z.nullable(z.number()) })
export type OwnRights = z.infer<typeof own>

/** From when on a second factor is demanded of all members; null: it is not. */
const factor_from = z.nullable(z.string())

export const team = {
  getTeam: get('/api/team', {
    caller: 'user',
    by_sso: 'allowed',
    input: z.strictObject({}),
    /** `owner` opened the account and stays in the team in any role. */
    output: z.object({ owner: member, members: z.array(member), invitations: z.array(invitation), own, factor_from }),
  }),
  invite: post('/api/team/invite', {
    caller: managers,
    proof: 'recent',
    input: z.strictObject({ email, role: z.enum(GIVEN_ROLES), cap_micros: capMicros }),
    /** `is_again`: an open invitation to this address was replaced. */
    output: z.extend(invitation, { is_again: z.boolean() }),
  }),
  resendInvitation: post('/api/team/resend', { caller: managers, proof: 'recent', input: byId, output: invitation }),
  revokeInvitation: post('/api/team/revoke', {
    caller: managers,
    proof: { none: 'it takes access away' },
    input: byId,
    output: done,
  }),
  changeRole: post('/api/team/role', {
    caller: managers,
    proof: 'by_input',
    input: z.strictObject({ user_id: id, role: z.enum(ROLES) }),
    output: done,
  }),
  /** They become an owner, and the caller an admin. */
  transferOwnership: post('/api/team/transfer', {
    caller: { action: 'manage_owners' },
    proof: 'fresh',
    input: z.strictObject({ user_id: id }),
    output: done,
  }),
  /** Takes effect a week later: every member without a second factor is notified by mail now. */
  requireFactor: post('/api/team/require-factor', {
    caller: { action: 'require_factor' },
    proof: 'fresh',
    input: z.strictObject({ is_required: z.boolean() }),
    output: z.object({ factor_from }),
  }),
  /** Leaves the team of the active login; the session continues on the caller's own login. */
  leaveTeam: post('/api/team/leave', {
    caller: 'user',
    by_sso: 'allowed',
    input: z.strictObject({}),
    output: z.object({ user }),
    without_factor: 'allowed',
  }),
  /** What they may spend in a UTC day with each login; null is unlimited. */
  changeCap: post('/api/team/cap', {
    caller: managers,
    proof: 'by_input',
    input: z.strictObject({ user_id: id, cap_micros: capMicros }),
    output: done,
  }),
  removeMember: post('/api/team/remove', {
    caller: managers,
    proof: 'recent',
    input: z.strictObject({ user_id: id }),
    output: done,
  }),
}
