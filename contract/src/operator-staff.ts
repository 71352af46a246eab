import * as z from 'zod/mini'
import { get, post } from './endpoint.ts'
import { text } from './form-fields.ts'
import { account, by, reason, typed } from './operator-fields.ts'
import { tokenOperations } from './operator-tokens.ts'
import { webhookOperations } from './operator-webhooks.ts'
import { STAFF_ROLES } from './staff-permissions.ts'

const staffRole = z.enum(STAFF_ROLES, `must be one of ${STAFF_ROLES.join(', ')}`)

/** Shown once, to the operator, who hands them over. */
const staffKeys = z.object({
  email: z.string(),
  key: z.string(),
  address: z.string(),
  recovery_codes: z.array(z.string()),
})

/** Staff members, their sign-in credentials, and tokens of programs, part of `operator`. */
export const staffOperations = {
  ...tokenOperations,
  ...webhookOperations,
  addStaff: post('/api/operator/staff', {
    caller: 'operator',
    staff: 'manage_staff',
    input: z.strictObject({
      email: account,
      name: typed(z.optional(text(255)), 'name to show, when the account is new'),
      role: typed(z.optional(staffRole), 'what they may do in the console; without one they have none'),
      by,
    }),
    output: z.extend(staffKeys, {
      created: z.boolean(),
      password_link: z.nullable(z.string()),
      sign_in_link: z.string(),
      forgot_link: z.string(),
    }),
  }),
  listStaff: get('/api/operator/staff-list', {
    caller: 'operator',
    staff: 'see_audit',
    input: z.strictObject({}),
    output: z.object({
      staff: z.array(
        z.object({
          email: z.string(),
          name: z.string(),
          status: z.string(),
          role: z.nullable(staffRole),
          /** Since when there is a second factor; without one the account cannot sign in. */
          factor_since: z.nullable(z.string()),
          recovery_codes_left: z.number(),
          passkeys: z.number(),
          last_login: z.nullable(z.string()),
        }),
      ),
    }),
  }),
  /** Changes what a staff member may do in the console, from their next call on. */
  setStaffRole: post('/api/operator/staff-role', {
    caller: 'operator',
    staff: 'manage_staff',
    input: z.strictObject({
      email: account,
      role: z.nullable(staffRole).check(z.meta({ value: 'role', none: 'none' })),
      reason,
      by,
    }),
    output: z.object({ email: z.string(), role: z.nullable(staffRole), changed: z.boolean() }),
  }),
  removeStaff: post('/api/operator/staff-remove', {
    caller: 'operator',
    staff: 'manage_staff',
    input: z.strictObject({ email: account, by }),
    output: z.object({ email: z.string(), ended: z.number() }),
  }),
  /** Makes a new key and new recovery codes; the previous ones and all passkeys stop working. */
  renewStaffFactor: post('/api/operator/staff-factor', {
    caller: 'operator',
    staff: 'manage_staff',
    input: z.strictObject({ email: account, by }),
    output: staffKeys,
  }),
  endUserSessions: post('/api/operator/end-sessions', {
    caller: 'operator',
    staff: 'manage_accounts',
    input: z.strictObject({
      email: account,
      reason: z.optional(reason),
      by,
    }),
    output: z.object({ email: z.string(), ended: z.number() }),
  }),
  /** For a customer who has lost phone, passkeys and recovery codes, after the operator has checked their identity. */
  resetFactor: post('/api/operator/reset-factor', {
    caller: 'operator',
    staff: 'reset_factors',
    input: z.strictObject({
      email: account,
      reason: typed(reason, 'how you made sure; it is recorded and shown to the customer'),
      by,
    }),
    output: z.object({ email: z.string(), had_factor: z.boolean(), passkeys: z.number(), ended: z.number() }),
  }),
}
