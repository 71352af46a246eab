import * as z from 'zod/mini'
import { get } from './endpoint.ts'
import type { StaffAction } from './staff-permissions.ts'

/** What can need a person, and who of the staff sees it, in the order of the page. */
export const NEEDS = {
  sources: 'see_service',
  approvals: 'see_approvals',
  books: 'see_money',
  audit: 'see_audit',
  payments_held: 'see_money',
  disputes: 'see_money',
  payment_messages: 'see_money',
  payment_findings: 'see_money',
  wires: 'see_money',
  documents: 'see_money',
  queues: 'see_service',
  mails: 'see_service',
  bounces: 'see_customers',
  keys: 'see_customers',
} as const satisfies Record<string, StaffAction>
export type NeedKind = keyof typeof NEEDS
export const NEED_KINDS = Object.keys(NEEDS) as [NeedKind, ...NeedKind[]]

const need = z.object({
  kind: z.enum(NEED_KINDS),
  count: z.int(),
  /** The oldest of them, or for keys the one that ends first; null where no time is known. */
  at: z.nullable(z.string()),
  /** Up to five of them, the oldest first. */
  items: z.array(
    z.object({
      label: z.string(),
      /** A second line: what a mail server answered. */
      note: z.optional(z.string()),
      at: z.nullable(z.string()),
      /** On whose page it is mended. */
      customer_id: z.nullable(z.int()),
    }),
  ),
})
export type Need = z.infer<typeof need>

/** Today so far, and the same weekday of last week until the same minute. */
const compared = z.object({ today: z.int(), before: z.int() })

/** The start page of the console, part of `operator`. */
export const todayOperations = {
  today: get('/api/operator/today', {
    reads: 'replica',
    caller: 'operator',
    staff: 'use_console',
    background: true,
    input: z.strictObject({}),
    output: z.object({
      at: z.string(),
      /** Only what needs someone now, and what the role sees. */
      needs: z.array(need),
      /** Charged for calls, as `usage_micros` of the revenue of today; null where the role sees no money. */
      revenue_micros: z.nullable(compared),
      /** The same for this UTC month so far and for the whole one before it. */
      month: z.nullable(z.object({ micros: z.int(), before_micros: z.int() })),
      /** Live calls of the last five minutes, and how many of them failed. */
      calls: z.object({ seconds: z.int(), calls: z.int(), errors: z.int() }),
      /** New accounts, and those with calls that cost something; null where the role sees no customers. */
      new_customers: z.nullable(compared),
      active_customers: z.nullable(compared),
    }),
  }),
}
