import * as z from 'zod/mini'
import { get, post } from './endpoint.ts'
import { text, uuid } from './form-fields.ts'
import { MICROS_MAX } from './money.ts'

/**
 * `not_required`: the provider granted access manually; `pending`: a payment is in progress; `canceling`: paid until
 * the period ends, not renewed; `past_due`: the renewal could not be charged, access continues for a few days.
 */
export const SUBSCRIPTION_STATES = [
  'not_required',
  'inactive',
  'pending',
  'active',
  'canceling',
  'past_due',
  'expired',
] as const
export type SubscriptionState = (typeof SUBSCRIPTION_STATES)[number]

const product = text(60).check(z.minLength(1))
const price = z.object({ version: z.string(), micros: z.int() })

const subscription = z.object({
  product: z.string(),
  title: z.string(),
  state: z.enum(SUBSCRIPTION_STATES),
  /** Price of the next payment; null: only the provider grants it. */
  price: z.nullable(price),
  /** A price that holds for periods from that day on. */
  next_price: z.nullable(z.object({ version: z.string(), micros: z.int(), from: z.string() })),
  period_start: z.nullable(z.string()),
  period_end: z.nullable(z.string()),
  /** Calls are admitted until then; null: they are not. */
  access_until: z.nullable(z.string()),
  /** When a charge that failed is tried again; null: it is not. */
  next_try_at: z.nullable(z.string()),
  /** The payment method of the period. */
  method_label: z.nullable(z.string()),
  /** The login whose balance gets the monthly minimum. */
  login: z.nullable(z.string()),
  /** The payment in progress. */
  order: z.nullable(z.object({ id: z.string(), pay_url: z.nullable(z.string()) })),
  grace_days: z.int(),
  functions: z.array(z.object({ id: z.string(), title: z.string(), section: z.nullable(z.string()) })),
})
export type Subscription = z.infer<typeof subscription>

const paidPeriod = z.object({
  order_id: z.string(),
  product: z.string(),
  title: z.string(),
  period_start: z.string(),
  period_end: z.string(),
  price_micros: z.int(),
  method_label: z.string(),
  paid_at: z.string(),
})
export type PaidPeriod = z.infer<typeof paidPeriod>

const method = z.object({ id: uuid, label: z.string(), is_default: z.boolean() })

/** Members who pay can act; everyone whose menu has the screen can look. */
const LOOKS = { module: '/api-access-subscription' } as const
const ACTS = { module: '/api-access-subscription', action: 'add_funds' } as const

export const subscriptions = {
  /** Subscriptions that admit the active login to more than what is open to all. */
  getActive: get('/api/subscriptions/active', {
    together: true,
    caller: 'user',
    by_sso: 'allowed',
    input: z.strictObject({}),
    output: z.object({
      subscriptions: z.array(
        z.object({
          product: z.string(),
          title: z.string(),
          state: z.enum(SUBSCRIPTION_STATES),
          /** When it is renewed or ends; null where no end is set. */
          expires_at: z.nullable(z.string()),
        }),
      ),
    }),
  }),
  getSubscriptions: get('/api/subscriptions', {
    caller: LOOKS,
    input: z.strictObject({}),
    output: z.object({
      subscriptions: z.array(subscription),
      history: z.array(paidPeriod),
      /** Stored methods to pay with; empty for members who may not pay. */
      methods: z.array(method),
    }),
  }),
  /** The account's calls of a product in the last thirty days, and the prices of its functions. */
  getCalculator: get('/api/subscriptions/calculator', {
    caller: { module: '/backlinks-subscription' },
    input: z.strictObject({ product }),
    output: z.object({
      functions: z.array(
        z.object({
          id: z.string(),
          title: z.string(),
          /** Price of one request without extras, and of each result it brings. */
          request_micros: z.int(),
          result_micros: z.int(),
          /** Requests of the last thirty days. */
          requests: z.int(),
          /** The same in the sandbox, where they are free. */
          sandbox_requests: z.int(),
          results: z.int(),
          cost_micros: z.int(),
        }),
      ),
    }),
  }),
  /** Creates the order of the first month. A stored method is charged at once. */
  activate: post('/api/subscriptions/activate', {
    caller: ACTS,
    proof: 'recent',
    input: z.strictObject({
      /** Made by the page for this press: sent twice, there is one order. */
      id: uuid,
      product,
      /** The price that was shown; another one is refused. */
      price_micros: z.int().check(z.gte(1), z.lte(MICROS_MAX)),
      /** The tax that was shown; another one is refused. */
      tax_micros: z.int().check(z.gte(0), z.lte(MICROS_MAX)),
      how: z.enum(['checkout', 'method']),
      method_id: z.optional(uuid),
      return_to: z.optional(text(500)),
    }),
    output: z.object({ order_id: uuid, state: z.string(), pay_url: z.nullable(z.string()) }),
  }),
  /** Stops the renewal; access remains until the period ends. */
  cancel: post('/api/subscriptions/cancel', {
    caller: ACTS,
    proof: 'recent',
    input: z.strictObject({ product }),
    output: z.object({}),
  }),
  resume: post('/api/subscriptions/resume', {
    caller: ACTS,
    proof: 'recent',
    input: z.strictObject({ product }),
    output: z.object({}),
  }),
}
