import * as z from 'zod/mini'
import { get, post } from './endpoint.ts'
import { queryNumber, text } from './form-fields.ts'
import { account, by, confirmed, reason, typed } from './operator-fields.ts'

export const USER_STATUSES = ['pending', 'active', 'disabled', 'closed'] as const
export const USER_GROUPS = ['customers', 'staff'] as const
export const USER_SORTS = ['created', 'spend', 'last-seen'] as const
export type UserSort = (typeof USER_SORTS)[number]

const changing = z.strictObject({ email: account, reason, by })
const closingReason = typed(reason, 'why; it is recorded until the account is erased')

const listedUser = z.object({
  id: z.number(),
  email: z.string(),
  name: z.string(),
  status: z.enum(USER_STATUSES),
  is_staff: z.boolean(),
  is_verified: z.boolean(),
  created_at: z.string(),
  /** Time of the user's last sign-in or page request. */
  last_seen: z.nullable(z.string()),
  /** Last call of its own logins, to the minute. */
  last_call: z.nullable(z.string()),
  balance_micros: z.int(),
  /** Cost of calls in the last 30 days in UTC, today included. */
  spent_micros: z.int(),
  logins: z.array(z.object({ login: z.string(), kind: z.string(), status: z.string(), balance_micros: z.int() })),
})

/** Accounts and sign-ups, part of `operator`. */
export const userOperations = {
  listUsers: get('/api/operator/users', {
    reads: 'replica',
    caller: 'operator',
    staff: 'see_customers',
    input: z.strictObject({
      search: typed(
        z.optional(text(200, 'must have at most 200 characters')),
        'words, each a part of the e-mail, name or a login, a domain like @example.com, or the id',
        { value: 'words' },
      ),
      status: typed(
        z.optional(z.enum(USER_STATUSES, `must be one of ${USER_STATUSES.join(', ')}`)),
        'only of this status',
      ),
      only: typed(
        z.optional(z.enum(USER_GROUPS, `must be one of ${USER_GROUPS.join(', ')}`)),
        'only customers, or only staff',
      ),
      sort: typed(
        z._default(z.enum(USER_SORTS, `must be one of ${USER_SORTS.join(', ')}`), 'created'),
        'order, the newest or largest first',
      ),
      limit: typed(z._default(queryNumber(1, 500), 50), 'how many'),
      after: typed(
        z.optional(text(60).check(z.regex(/^\d{1,18}_\d{1,9}$/, 'must be the cursor of the previous page'))),
        'cursor of the next page, as the previous page ends with, for the same --sort',
        { value: 'cursor' },
      ),
    }),
    output: z.object({ users: z.array(listedUser), next: z.nullable(z.string()) }),
  }),
  /**
   * Disables the whole account: sign-in and calls of all its logins are refused, and nothing is charged automatically.
   */
  disableUser: post('/api/operator/user-disable', {
    caller: 'operator',
    staff: 'manage_accounts',
    input: changing,
    output: z.object({ email: z.string(), changed: z.boolean(), ended: z.number() }),
  }),
  enableUser: post('/api/operator/user-enable', {
    caller: 'operator',
    staff: 'manage_accounts',
    input: changing,
    output: z.object({ email: z.string(), changed: z.boolean() }),
  }),
  /**
   * Replaces the code of the mail, for an account that has to verify its address again, or the newest sign-up with it.
   */
  confirmUser: post('/api/operator/user-confirm', {
    caller: 'operator',
    staff: 'manage_accounts',
    input: changing,
    output: z.object({ email: z.string(), changed: z.boolean(), created: z.boolean() }),
  }),
  /** Closes the account as its owners would. Without `confirmed` it is refused with a list of what would be deleted. */
  closeUser: post('/api/operator/account-close', {
    caller: 'operator',
    staff: 'close_accounts',
    input: z.strictObject({
      email: account,
      reason: closingReason,
      confirmed: typed(confirmed, 'closes it without a question'),
      by,
    }),
    output: z.object({ email: z.string(), changed: z.boolean(), closes_at: z.nullable(z.string()) }),
  }),
  keepUser: post('/api/operator/account-keep', {
    caller: 'operator',
    staff: 'close_accounts',
    input: z.strictObject({ email: account, reason: closingReason, by }),
    output: z.object({ email: z.string(), changed: z.boolean(), closes_at: z.nullable(z.string()) }),
  }),
}
