import * as z from 'zod/mini'
import { get, post } from './endpoint.ts'
import { email, text } from './form-fields.ts'

/** How long closing an account can be cancelled, and how long before its end owners are reminded. */
export const CLOSING_DAYS = 14
export const CLOSING_REMIND_DAYS = 3

export const CLOSING_REASONS = [
  'not_needed',
  'too_expensive',
  'missing',
  'other_provider',
  'problems',
  'other',
] as const
export type ClosingReason = (typeof CLOSING_REASONS)[number]

const closingInfo = z.object({
  /** The address to be typed: that of the user who opened the account. */
  email: z.string(),
  /** Null: the account is not being closed. */
  closes_at: z.nullable(z.string()),
  /** Balance of all logins together. It is not paid out automatically. */
  balance_micros: z.int(),
  subscriptions: z.array(z.object({ title: z.string(), until: z.string() })),
  /** Databases bought with new versions that are still to come. */
  database_updates: z.int(),
  /** People who lose access. */
  members: z.int(),
  /** Other teams of the user who opened the account: they have to leave those first. */
  other_teams: z.int(),
})
export type ClosingInfo = z.infer<typeof closingInfo>

const owners = { action: 'close_account' } as const
const done = z.object({ closes_at: z.nullable(z.string()) })

export const closing = {
  getClosing: get('/api/profile/closing', {
    caller: owners,
    by_sso: 'refused',
    input: z.strictObject({}),
    output: closingInfo,
  }),
  /** Takes a sign-in password given in the last five minutes. */
  closeAccount: post('/api/profile/close', {
    caller: owners,
    by_sso: 'refused',
    proof: 'fresh',
    input: z.strictObject({ reason: z.enum(CLOSING_REASONS), note: text(1000), email }),
    output: done,
    while_closing: 'allowed',
  }),
  keepAccount: post('/api/profile/keep', {
    caller: owners,
    by_sso: 'refused',
    proof: { none: 'it takes a closing back' },
    input: z.strictObject({}),
    output: done,
    while_closing: 'allowed',
  }),
}
