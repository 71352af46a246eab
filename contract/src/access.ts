import * as z from 'zod/mini'
import { accessInfo, LOGIN_KINDS } from './access-info.ts'
import { ACTIVITY_KINDS, fact } from './activity.ts'
import { balance } from './balance.ts'
import { get, post } from './endpoint.ts'
import { machineLoginName, queryNumber, text } from './form-fields.ts'
import { MICROS_MAX } from './money.ts'
import { moneyLogin } from './money-login.ts'
import { role } from './role-field.ts'
import { MESSAGES, TYPED_MAX } from './rules.ts'

const caller = { module: '/api-access' } as const
const done = z.object({ type: z.literal('success') })
const secret = z.object({
  password: z.string(),
  /** Ready for the Authorization header, after `Basic `. */
  basic: z.string(),
})

export const OVERLAPS_MIN = [0, 15, 1440] as const // How long the old password works beside the new one.
export const IP_RULES_MAX = 100

/** One address or range, v4 or v6; the server reads it strictly. */
export const ipRule = z.strictObject({
  cidr: text(TYPED_MAX).check(z.trim(), z.minLength(1, MESSAGES.required), z.maxLength(50, MESSAGES.tooLong)),
  label: text(TYPED_MAX).check(z.trim(), z.maxLength(60, MESSAGES.tooLong)),
})
export type IpRule = z.infer<typeof ipRule>
const ipRules = z.array(ipRule).check(z.maxLength(IP_RULES_MAX))
const seen = z.optional(z.array(ipRule.shape.cidr).check(z.maxLength(IP_RULES_MAX)))
const ipAccess = z.object({
  rules: z.array(ipRule),
  my_ip: z.string(),
  /** Addresses that called in the last day and would be refused by these rules. */
  locked_out: z.array(z.string()),
})

export const loginInfo = z.object({
  login: z.string(),
  kind: z.enum(LOGIN_KINDS),
  is_active: z.boolean(),
  is_own: z.boolean(),
  /** True for a login of the same account as the active one: money can be moved between these. */
  in_account: z.boolean(),
  status: z.enum(['active', 'off', 'on_hold']),
  balance_micros: z.number(),
  spent_today_micros: z.number(),
  cap_micros: z.nullable(z.number()),
  last_call_at: z.nullable(z.string()),
})
export type LoginInfo = z.infer<typeof loginInfo>

const requestLimits = z.object({ per_minute: z.number(), simultaneous: z.number(), tasks_per_post: z.number() })

const activityFilter = {
  kind: z.optional(z.enum(ACTIVITY_KINDS)),
  /** Id of the user who acted. */
  person: z.optional(queryNumber(1, Number.MAX_SAFE_INTEGER)),
}

/** All of the log that matches, as a CSV file. */
export const activityExport = {
  path: '/api/access/activity.csv' as const,
  reads: 'replica' as const,
  caller,
  input: z.strictObject(activityFilter),
}

export const access = {
  getAccessInfo: get('/api/access/info', {
    together: true,
    caller: 'user',
    by_sso: 'allowed',
    input: z.strictObject({}),
    output: accessInfo,
    without_factor: 'allowed',
  }),
  getApiUserCredits: get('/api/access/credits', {
    caller: 'user',
    by_sso: 'allowed',
    input: z.strictObject({}),
    output: balance,
    background: true,
  }),
  getLimitsInfo: get('/api/access/limits', {
    caller: 'user',
    by_sso: 'allowed',
    input: z.strictObject({}),
    output: requestLimits,
  }),
  getCredentials: get('/api/access/credentials', {
    together: true,
    caller,
    input: z.strictObject({}),
    output: z.object({
      api_login: z.string(),
      /** Null until the first one is made. */
      password_since: z.nullable(z.string()),
      /** The old password still works until then. */
      overlap_until: z.nullable(z.string()),
      /** False where passwords are shown once and never stored. */
      can_show: z.boolean(),
      role,
      base_url: z.string(),
      sandbox_url: z.string(),
    }),
  }),
  showPassword: post('/api/access/show-password', {
    caller: { ...caller, action: 'see_api_password' },
    proof: 'fresh',
    input: z.strictObject({}),
    output: secret,
  }),
  regeneratePassword: post('/api/access/regenerate', {
    caller: { ...caller, action: 'replace_api_password' },
    proof: 'fresh',
    input: z.strictObject({ overlap_min: z.union(OVERLAPS_MIN.map((value) => z.literal(value))) }),
    output: secret,
  }),
  getIpAccess: get('/api/access/ips', { caller, input: z.strictObject({}), output: ipAccess }),
  /** With `check` it only lists whom the rules would lock out. Refused where the list is no longer the one `seen`. */
  saveIpAccess: post('/api/access/ips-save', {
    caller: { ...caller, action: 'change_ip_rules' },
    proof: 'recent',
    input: z.strictObject({ rules: ipRules, check: z.boolean(), seen }),
    output: ipAccess,
  }),
  getLogins: get('/api/access/logins', {
    caller,
    input: z.strictObject({}),
    output: z.object({ logins: z.array(loginInfo), role }),
  }),
  /** Adds a login for the customer's machines. The host-to-host screens show its traffic. */
  addMachineLogin: post('/api/access/machine-login', {
    caller: { ...caller, action: 'manage_logins' },
    proof: 'recent',
    input: z.strictObject({ name: machineLoginName }),
    output: z.object({ login: z.string() }),
  }),
  setLoginOff: post('/api/access/login-off', {
    caller: { ...caller, action: 'manage_logins' },
    proof: 'recent',
    input: z.strictObject({ login: text(254), off: z.boolean() }),
    output: done,
  }),
  getMoneyLogins: get('/api/access/money', {
    caller: { ...caller, action: 'move_money' },
    input: z.strictObject({}),
    output: z.object({ logins: z.array(moneyLogin) }),
  }),
  /** One `request_id` moves money once, however often it is sent. */
  moveMoney: post('/api/access/move-money', {
    caller: { ...caller, action: 'move_money' },
    proof: 'recent',
    input: z.strictObject({
      from: text(254),
      to: text(254),
      amount_micros: z.int().check(z.gte(1, MESSAGES.range), z.lte(MICROS_MAX, MESSAGES.range)),
      request_id: z.uuid(),
    }),
    output: z.object({ from_balance_micros: z.number(), to_balance_micros: z.number() }),
  }),
  getAccessActivity: get('/api/access/activity', {
    reads: 'replica',
    caller,
    input: z.strictObject({ ...activityFilter, before: z.optional(queryNumber(1, Number.MAX_SAFE_INTEGER)) }),
    output: z.object({
      rows: z.array(
        z.object({
          id: z.number(),
          at: z.string(),
          action: z.string(),
          who: z.string(),
          ip: z.string(),
          facts: z.array(fact),
        }),
      ),
      more: z.boolean(),
      /** Everyone who acted, whatever filter is chosen. */
      people: z.array(z.object({ id: z.number(), name: z.string() })),
    }),
  }),
}
