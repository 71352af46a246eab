import * as z from 'zod/mini'
import { get, post } from './endpoint.ts'
import { text } from './form-fields.ts'
import { MESSAGES } from './rules.ts'
import { isRange, type Range } from './usage-range.ts'

/** A balance that lasts this many days or more shows no warning. */
export const RUNWAY_WARNS_DAYS = 5
/** A longer forecast is shown as “more than two years”, because a number would only look exact. */
export const RUNWAY_MAX_DAYS = 730
export const START_STEPS = ['confirm', 'credentials', 'call', 'funds', 'limit'] as const
export type StartStep = (typeof START_STEPS)[number]

/** States that stop calls or soon will, with all that their banners show; each has one button that fixes it. */
const stateKinds = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('on_hold') }),
  z.object({ kind: z.literal('not_verified') }),
  z.object({ kind: z.literal('no_funds') }),
  z.object({ kind: z.literal('outage'), status: z.enum(['down', 'maintenance']), until: z.nullable(z.string()) }),
  z.object({ kind: z.literal('ip'), ip: z.string() }),
  z.object({ kind: z.literal('wrong_password'), ip: z.string() }),
  z.object({
    kind: z.literal('daily_limit'),
    /** The API or function it is for; empty for everything. */
    title: z.string(),
    limit_micros: z.number(),
    resets_at: z.string(),
  }),
  z.object({ kind: z.literal('subscription'), title: z.string(), product: z.string() }),
  z.object({
    kind: z.literal('recharge_failed'),
    /** The payment method that was tried; empty where there was none, and for members who may not see it. */
    method: z.string(),
  }),
  /** Payments were made before the country of the account was known. */
  z.object({ kind: z.literal('billing_details') }),
  z.object({ kind: z.literal('duplicates') }),
  z.object({ kind: z.literal('runway'), days: z.number() }),
])
export type AccountState = z.infer<typeof stateKinds>
const shownState = z.object({
  /** The login whose state it is, where several logins are shown. */
  login: z.nullable(z.string()),
  /** True where the member's role lets them press the button. */
  can_fix: z.boolean(),
  state: stateKinds,
})
export type ShownState = z.infer<typeof shownState>

/** `h2h`: only the traffic of machine logins. */
const scope = z._default(z.enum(['api', 'h2h']), 'api')
const day = text(10, MESSAGES.pattern).check(z.regex(/^\d{4}-\d\d-\d\d$/, MESSAGES.pattern))
const short = text(300).check(z.minLength(1))
/** A range of UTC days, the last one included; the login as in Usage. */
const slice = z
  .strictObject({ scope, login: z.optional(short), from: day, to: day })
  .check(z.refine<Range>(isRange, { error: MESSAGES.range, path: ['to'] }))
const scoped = z.strictObject({ scope })
const ofLogin = z.strictObject({ scope, login: z.optional(short) })
const caller = { module: '/api-dashboard' } as const

const apiStatus = z.object({
  api: z.string(),
  title: z.string(),
  /** `unknown`: no recent calls and no announcement. */
  status: z.enum(['ok', 'failing', 'maintenance', 'down', 'unknown']),
  /** The caller's own calls of the last hour. */
  calls: z.number(),
  failures: z.number(),
})
export type ApiStatus = z.infer<typeof apiStatus>

const dailySpend = z.object({
  api: z.string(),
  title: z.string(),
  cost_micros: z.array(z.number()),
  requests: z.array(z.number()),
})
export type DailySpend = z.infer<typeof dailySpend>

const topFunction = z.object({
  function: z.string(),
  title: z.string(),
  /** The section of Usage that shows it. */
  section: z.nullable(z.string()),
  requests: z.number(),
  cost_micros: z.number(),
})
export type TopFunction = z.infer<typeof topFunction>

/** One endpoint per widget: each loads and fails alone. */
export const dashboard = {
  getStates: get('/api/dashboard/states', {
    together: true,
    caller,
    background: true,
    input: scoped,
    output: z.object({ states: z.array(shownState) }),
  }),
  getBalance: get('/api/dashboard/balance', {
    together: true,
    caller,
    background: true,
    input: ofLogin,
    output: z.object({
      balance_micros: z.number(),
      /** Average cost of a day over the last seven. */
      pace_micros: z.number(),
      /** At most `RUNWAY_MAX_DAYS`. Null: nothing is being spent. */
      days_left: z.nullable(z.number()),
      /** The average is over fewer than seven days, because the first call was later. */
      is_young: z.boolean(),
    }),
  }),
  getToday: get('/api/dashboard/today', {
    together: true,
    reads: 'replica',
    caller,
    background: true,
    input: ofLogin,
    output: z.object({
      day: z.string(),
      resets_at: z.string(),
      spent_micros: z.number(),
      /** The login's daily limit for everything; null without one, and where several logins are shown. */
      limit_micros: z.nullable(z.number()),
      requests: z.number(),
      calls: z.number(),
      /** The number of those that have not ended yet. */
      queued: z.number(),
      errors: z.number(),
    }),
  }),
  /** The last thirty days, and the thirty before up to the same time of day. */
  getMonth: get('/api/dashboard/month', {
    together: true,
    reads: 'replica',
    caller,
    input: ofLogin,
    output: z.object({
      from: z.string(),
      to: z.string(),
      cost_micros: z.number(),
      before_micros: z.number(),
      requests: z.number(),
    }),
  }),
  getSpendByDay: get('/api/dashboard/spend', {
    reads: 'replica',
    caller,
    input: slice,
    output: z.object({
      xs: z.array(z.number()),
      /** The most expensive first. */
      apis: z.array(dailySpend),
      logins: z.array(z.string()),
    }),
  }),
  getTopFunctions: get('/api/dashboard/top-functions', {
    together: true,
    reads: 'replica',
    caller,
    input: slice,
    output: z.object({ functions: z.array(topFunction), cost_micros: z.number() }),
  }),
  getServiceStatus: get('/api/dashboard/service-status', {
    together: true,
    caller,
    background: true,
    input: scoped,
    output: z.object({ apis: z.array(apiStatus), until: z.nullable(z.string()) }),
  }),
  getSubscriptions: get('/api/dashboard/subscriptions', {
    together: true,
    caller,
    input: scoped,
    output: z.object({
      subscriptions: z.array(z.object({ product: z.string(), title: z.string(), is_active: z.boolean() })),
    }),
  }),
  /** The first steps, each ticked off by what the server knows. */
  getStart: get('/api/dashboard/start', {
    together: true,
    caller,
    input: z.strictObject({}),
    output: z.object({
      is_shown: z.boolean(),
      steps: z.array(z.object({ id: z.enum(START_STEPS), is_done: z.boolean() })),
    }),
  }),
  /** Hides the first steps from this user. */
  dismissStart: post('/api/dashboard/dismiss-start', { caller, input: z.strictObject({}), output: z.object({}) }),
}
