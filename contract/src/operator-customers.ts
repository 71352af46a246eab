import * as z from 'zod/mini'
import { fact } from './activity.ts'
import { balance } from './balance.ts'
import { dashboard } from './dashboard.ts'
import { get } from './endpoint.ts'
import { errors } from './errors.ts'
import { queryNumber, text } from './form-fields.ts'
import { noteOperations } from './operator-notes.ts'
import { paymentOperations } from './operator-payments.ts'
import { USER_STATUSES } from './operator-users.ts'
import { ROLES } from './role.ts'
import { MESSAGES } from './rules.ts'
import { dailyLimits } from './settings.ts'
import { STAFF_ROLES } from './staff-permissions.ts'
import { DOCUMENT_KINDS } from './tax.ts'
import { isRange, type Range } from './usage-range.ts'

/** What a search can find a customer by. */
export const FOUND_BY = [
  'email',
  'name',
  'company',
  'vat_id',
  'login',
  'call',
  'task',
  'document',
  'payment',
  'card',
  'address',
  'id',
] as const
export type FoundBy = (typeof FOUND_BY)[number]

/** What the timeline of a customer can be narrowed to. */
export const TIMELINE_KINDS = ['all', 'security', 'money', 'staff', 'notes'] as const

const customerId = queryNumber(1, 2_147_483_647)
const ofCustomer = z.strictObject({ id: customerId })
const day = text(10, MESSAGES.pattern).check(z.regex(/^\d{4}-\d\d-\d\d$/, MESSAGES.pattern))
/** What a chart of a customer shows. */
const chartRange = z
  .strictObject({ id: customerId, login: z.optional(text(254)), from: day, to: day })
  .check(z.refine<Range>(isRange, { error: MESSAGES.range, path: ['to'] }))
const moment = z.nullable(z.string())

const found = z.object({
  id: z.int(),
  email: z.string(),
  name: z.string(),
  company: z.nullable(z.string()),
  status: z.enum(USER_STATUSES),
  balance_micros: z.int(),
  found_by: z.enum(FOUND_BY),
  /** The value that matched, where it is none of the above: a number, a login, an address. */
  match: z.string(),
})
export type FoundCustomer = z.infer<typeof found>

const login = z.object({
  login: z.string(),
  kind: z.string(),
  status: z.string(),
  balance_micros: z.int(),
  per_minute: z.int(),
  simultaneous: z.int(),
  subscriptions: z.array(z.string()),
})

const session = z.object({
  user_agent: z.string(),
  ip: z.string(),
  created_at: z.string(),
  last_seen_at: z.string(),
})

const customer = z.object({
  id: z.int(),
  email: z.string(),
  name: z.string(),
  phone: z.nullable(z.string()),
  language: z.string(),
  status: z.enum(USER_STATUSES),
  is_staff: z.boolean(),
  is_verified: z.boolean(),
  created_at: z.string(),
  last_login: moment,
  closes_at: moment,
  /** Host of the white-label it belongs to; null: the provider's own. */
  brand: z.nullable(z.string()),
  features: z.array(z.string()),
  has_second_factor: z.boolean(),
  billing: z.nullable(z.object({ name: z.string(), country: z.string(), vat_id: z.nullable(z.string()) })),
  team: z.array(z.object({ name: z.string(), email: z.string(), role: z.enum(ROLES), has_second_factor: z.boolean() })),
  logins: z.array(login),
  /** As the customer's own dashboard shows it. */
  money: z.object({
    balance_micros: z.number(),
    pace_micros: z.number(),
    days_left: z.nullable(z.number()),
    month_micros: z.number(),
    before_micros: z.number(),
    trial: balance.shape.trial,
    limits: dailyLimits.shape.limits,
  }),
  methods: z.array(z.object({ label: z.string(), is_default: z.boolean() })),
  sessions: z.array(session),
})
export type Customer = z.infer<typeof customer>

const timelineRow = z.object({
  id: z.string(),
  at: z.string(),
  kind: z.enum(['log', 'note']),
  /** The action of a log entry; empty for a note. */
  action: z.string(),
  /** The person, by name where there is one. */
  who: z.string(),
  /** Whether the customer's side did it, ours, or the product itself. */
  side: z.enum(['customer', 'staff', 'system']),
  ip: z.string(),
  facts: z.array(fact),
  /** The reason of a log entry, or the text of a note. */
  text: z.string(),
})
export type TimelineRow = z.infer<typeof timelineRow>

/** The customers' part of the console, part of `operator`. */
export const customerOperations = {
  ...noteOperations,
  /** The person at the console, so that a page knows what it may offer, and when its session has ended. */
  consoleMe: get('/api/operator/me', {
    caller: 'operator',
    staff: 'use_console',
    background: true,
    input: z.strictObject({}),
    output: z.object({ email: z.string(), role: z.enum(STAFF_ROLES) }),
  }),
  findCustomers: get('/api/operator/search', {
    reads: 'replica',
    caller: 'operator',
    staff: 'see_customers',
    input: z.strictObject({ q: text(200).check(z.trim(), z.minLength(2, 'must have at least 2 characters')) }),
    output: z.object({ customers: z.array(found), more: z.boolean() }),
  }),
  customer: get('/api/operator/customer', {
    reads: 'replica',
    caller: 'operator',
    staff: 'see_customers',
    /** The money is that of one login of the account, the first by default. */
    input: z.strictObject({ id: customerId, login: z.optional(text(254)) }),
    output: customer,
  }),
  /** The numbers of the chart on the customer's own dashboard. */
  customerSpend: get('/api/operator/customer-spend', {
    reads: 'replica',
    caller: 'operator',
    staff: 'see_customers',
    input: chartRange,
    output: dashboard.getSpendByDay.output,
  }),
  /** The numbers of the chart on the customer's own page of errors. */
  customerErrors: get('/api/operator/customer-errors', {
    reads: 'replica',
    caller: 'operator',
    staff: 'see_customers',
    input: chartRange,
    output: errors.getErrorHistogram.output,
  }),
  customerPayments: get('/api/operator/customer-payments', {
    reads: 'replica',
    caller: 'operator',
    staff: 'see_customers',
    input: ofCustomer,
    output: z.object({
      payments: paymentOperations.listPayments.output.shape.payments,
      documents: z.array(
        z.object({
          number: z.string(),
          kind: z.enum(DOCUMENT_KINDS),
          issued_at: z.string(),
          total_micros: z.int(),
        }),
      ),
    }),
  }),
  customerTimeline: get('/api/operator/customer-timeline', {
    reads: 'replica',
    caller: 'operator',
    staff: 'see_customers',
    input: z.strictObject({
      id: customerId,
      kind: z._default(z.enum(TIMELINE_KINDS), 'all'),
      /** The moment of the last row of the previous page. */
      before: z.optional(text(40).check(z.iso.datetime())),
    }),
    output: z.object({ rows: z.array(timelineRow), more: z.boolean() }),
  }),
}
