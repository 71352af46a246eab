import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { text } from './form-fields.ts'
import { account, by, reason, typed } from './operator-fields.ts'

/** Shown once, to the operator, who hands them over. */
const staffKeys = z.object({
  email: z.string(),
  key: z.string(),
  address: z.string(),
  recovery_codes: z.array(z.string()),
})

/** Staff members and their sign-in credentials, part of `operator`. */
export const staffOperations = {
  addStaff: endpoint({
    method: 'POST',
    path: '/api/operator/staff',
    caller: 'operator',
    input: z.strictObject({
      email: account,
      name: typed(z.optional(text(255)), 'name to show, when the account is new'),
      by,
    }),
    output: z.extend(staffKeys, {
      created: z.boolean(),
      password_link: z.nullable(z.string()),
      sign_in_link: z.string(),
      forgot_link: z.string(),
    }),
  }),
  listStaff: endpoint({
    method: 'GET',
    path: '/api/operator/staff-list',
    caller: 'operator',
    input: z.strictObject({}),
    output: z.object({
      staff: z.array(
        z.object({
          email: z.string(),
          name: z.string(),
          status: z.string(),
          /** Since when there is a second factor; without one the account cannot sign in. */
          factor_since: z.nullable(z.string()),
          recovery_codes_left: z.number(),
          last_login: z.nullable(z.string()),
        }),
      ),
    }),
  }),
  removeStaff: endpoint({
    method: 'POST',
    path: '/api/operator/staff-remove',
    caller: 'operator',
    input: z.strictObject({ email: account, by }),
    output: z.object({ email: z.string(), ended: z.number() }),
  }),
  /** Makes a new key and new recovery codes; the previous ones stop working. */
  renewStaffFactor: endpoint({
    method: 'POST',
    path: '/api/operator/staff-factor',
    caller: 'operator',
    input: z.strictObject({ email: account, by }),
    output: staffKeys,
  }),
  endUserSessions: endpoint({
    method: 'POST',
    path: '/api/operator/end-sessions',
    caller: 'operator',
    input: z.strictObject({
      email: account,
      reason: z.optional(reason),
      by,
    }),
    output: z.object({ email: z.string(), ended: z.number() }),
  }),
  /** For a customer who has lost phone, passkeys and recovery codes, after the operator has checked their identity. */
  resetFactor: endpoint({
    method: 'POST',
    path: '/api/operator/reset-factor',
    caller: 'operator',
    input: z.strictObject({
      email: account,
      reason: typed(reason, 'how you made sure; it is recorded and shown to the customer'),
      by,
    }),
    output: z.object({ email: z.string(), had_factor: z.boolean(), passkeys: z.number(), ended: z.number() }),
  }),
}
