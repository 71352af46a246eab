import * as z from 'zod/mini'
import { IP_RULES_MAX, ipRule } from './access.ts'
import { get, post } from './endpoint.ts'
import { id } from './form-fields.ts'
import { MESSAGES } from './rules.ts'
import { secretBounds, shownSecret } from './secret-bounds.ts'

/** How long a key works, in days; null for no expiry. */
export const KEY_DAYS = [30, 90, 365, null] as const
/** How long the old secret works beside the new one, in minutes: not at all, an hour, a day, a week. */
export const KEY_OVERLAPS_MIN = [0, 60, 1440, 10_080] as const
/** How many keys of one API login exist at the same time. */
export const KEYS_MAX = 50
/** The highest number of requests per minute of one key; that of its login applies as well. */
export const KEY_RATE_MAX = 100_000
/** How many days before its expiry the maker of a key gets a mail. */
export const KEY_MAIL_DAYS = 7

const caller = { module: '/api-access' } as const
const manages = { ...caller, action: 'manage_keys' } as const

const days = z.union(KEY_DAYS.map((value) => z.literal(value)))
const secret = z.object({ id: z.number(), secret: z.string() })

const key = z.object({
  ...shownSecret,
  /** The visible beginning of its secret. */
  prefix: z.string(),
  is_read_only: z.boolean(),
  /** Addresses and subnets; empty for all that the login allows. */
  addresses: z.array(z.string()),
  per_minute: z.nullable(z.number()),
  expires_at: z.nullable(z.string()),
  /** Until when the secret before the last rotation works. */
  overlap_until: z.nullable(z.string()),
})
export type ApiKey = z.infer<typeof key>

/** What can be changed later; live or sandbox cannot, as the secret itself names it. */
const bounds = {
  ...secretBounds,
  is_read_only: z.boolean(),
  addresses: z.array(ipRule.shape.cidr).check(z.maxLength(IP_RULES_MAX)),
  /** Null for as many as its login. */
  per_minute: z.nullable(z.int(MESSAGES.range).check(z.gte(1, MESSAGES.range), z.lte(KEY_RATE_MAX, MESSAGES.range))),
}

/** Named secrets for the data API, each with its own bounds, beside login and password. */
export const apiKeys = {
  /** Keys of the active login: the caller's own, or all of them for a member who manages the team. */
  getKeys: get('/api/keys', {
    caller,
    input: z.strictObject({}),
    output: z.object({
      keys: z.array(key),
      /** APIs and functions that can be allowed one by one. */
      scopes: z.array(z.object({ scope: z.string(), title: z.string() })),
      can_add: z.boolean(),
      api_login: z.string(),
    }),
  }),
  /** The secret is in this answer and nowhere else. */
  addKey: post('/api/keys/add', {
    caller: manages,
    proof: 'fresh',
    input: z.strictObject({ ...bounds, is_live: z.boolean(), days }),
    output: secret,
  }),
  changeKey: post('/api/keys/change', {
    caller: manages,
    proof: 'fresh',
    /** Without `days` the expiry stays. */
    input: z.strictObject({ id, ...bounds, days: z.optional(days) }),
    output: z.object({ type: z.literal('success') }),
  }),
  /** The new secret is in this answer and nowhere else; the old one works for the overlap. */
  rotateKey: post('/api/keys/rotate', {
    caller: manages,
    proof: 'fresh',
    input: z.strictObject({ id, overlap_min: z.union(KEY_OVERLAPS_MIN.map((value) => z.literal(value))) }),
    output: secret,
  }),
  revokeKey: post('/api/keys/revoke', {
    caller: manages,
    proof: { none: 'it takes access away' },
    input: z.strictObject({ id }),
    output: z.object({ type: z.literal('success') }),
  }),
}
