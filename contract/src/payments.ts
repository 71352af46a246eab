import * as z from 'zod/mini'
import { vatState } from './billing-details.ts'
import { databaseOrder } from './database-order.ts'
import { get, post } from './endpoint.ts'
import { text, uuid } from './form-fields.ts'
import { MICROS_MAX } from './money.ts'
import { DOCUMENT_KINDS, tax } from './tax.ts'

/** Members who pay see the payments, on the screen of that name. */
export const PAYS = { module: '/users/getrows', action: 'add_funds' } as const
const micros = z.int().check(z.gte(1), z.lte(MICROS_MAX))

/** The page of one order, to which the customer returns after paying. */
export function orderPath(id: string): string {
  return `/users/getrows/order/${id}`
}

/** They charge cards; `server/src/integrations/payment-processor.ts` is what each can do. */
export const CARD_PROCESSORS = ['stripe', 'test'] as const
export type CardProcessor = (typeof CARD_PROCESSORS)[number]
export const PROCESSORS = [...CARD_PROCESSORS, 'wire'] as const
export type Processor = (typeof PROCESSORS)[number]

export const ORDER_PURPOSES = ['top_up', 'auto_recharge', 'subscription'] as const
export type OrderPurpose = (typeof ORDER_PURPOSES)[number]

/** `created`: the processor does not know it yet; `open`: the customer can pay; `processing`: paid, not yet certain. */
export const ORDER_STATES = ['created', 'open', 'processing', 'paid', 'failed', 'canceled'] as const
export type OrderState = (typeof ORDER_STATES)[number]

/** The status a customer reads: the order's state, and what happened to its money afterwards. */
export const ORDER_STATUSES = [...ORDER_STATES, 'partly_refunded', 'refunded', 'disputed', 'dispute_lost'] as const
export type OrderStatus = (typeof ORDER_STATUSES)[number]

export const PAYMENT_FAILURES = [
  'declined',
  'insufficient_funds',
  'expired_card',
  'check_card',
  'authentication_needed',
  'method_removed',
  'expired',
  'processor_error',
] as const
export type PaymentFailure = (typeof PAYMENT_FAILURES)[number]

const method = z.object({
  id: uuid,
  processor: z.enum(CARD_PROCESSORS),
  brand: z.string(),
  last4: z.string(),
  exp_month: z.nullable(z.int()),
  exp_year: z.nullable(z.int()),
  is_default: z.boolean(),
  /** Charged when an automatic payment with the default method is declined. */
  is_backup: z.boolean(),
  created_at: z.string(),
})
export type PaymentMethod = z.infer<typeof method>

const order = z.object({
  id: uuid,
  reference: z.string(),
  login: z.string(),
  processor: z.enum(PROCESSORS),
  purpose: z.enum(ORDER_PURPOSES),
  product: z.nullable(z.string()),
  amount_micros: z.int(),
  tax_micros: z.int(),
  /** What a promo code credited on top. */
  promo_micros: z.int(),
  refunded_micros: z.int(),
  status: z.enum(ORDER_STATUSES),
  failure: z.nullable(z.enum(PAYMENT_FAILURES)),
  method_label: z.string(),
  /** Where the customer pays while the order is open; else null. */
  pay_url: z.nullable(z.string()),
  return_to: z.string(),
  created_at: z.string(),
  paid_at: z.nullable(z.string()),
  /** Documents made for it, oldest first: a proforma, an invoice, credit notes, fee notes. */
  documents: z.array(z.object({ id: uuid, number: z.string(), kind: z.enum(DOCUMENT_KINDS) })),
  /** The database that is bought as soon as it is credited. */
  database: z.nullable(databaseOrder),
})
export type PaymentOrder = z.infer<typeof order>

const waitingPromo = z.object({ code: z.string(), percent: z.int(), max_micros: z.nullable(z.int()) })
export type WaitingPromo = z.infer<typeof waitingPromo>

/** The bank details of a wire transfer, and its reference. */
const wire = z.object({ beneficiary: z.string(), bank: z.string(), iban: z.string(), bic: z.string() })

export const payments = {
  /** Amounts and methods of payment, and from which amount on a wire is needed. */
  getSetup: get('/api/payments/setup', {
    caller: PAYS,
    input: z.strictObject({}),
    output: z.object({
      login: z.string(),
      balance_micros: z.int(),
      presets_micros: z.array(z.int()),
      min_micros: z.int(),
      max_micros: z.int(),
      /** Taken from the balance when a bank disputes a card payment; 0: nothing is. */
      dispute_fee_micros: z.int(),
      /** Larger amounts are paid by wire; null: wires are not set up. */
      wire_above_micros: z.nullable(z.int()),
      wire: z.nullable(wire),
      /** Cards and the like; null: the operator has set up none. */
      processor: z.nullable(z.enum(CARD_PROCESSORS)),
      methods: z.array(method),
      /** A percentage that the next payment gets on top. */
      promo: z.nullable(waitingPromo),
    }),
  }),
  /** The price of an amount with tax; it creates nothing. */
  quote: get('/api/payments/quote', {
    caller: PAYS,
    input: z.strictObject({ amount_micros: z.coerce.number().check(z.int(), z.gte(1), z.lte(MICROS_MAX)) }),
    output: z.object({
      amount_micros: z.int(),
      total_micros: z.int(),
      promo_micros: z.int(),
      tax,
      vat: z.nullable(vatState),
    }),
  }),
  /** Creates the order and returns where to pay. A stored method is charged at once. */
  createOrder: post('/api/payments/orders', {
    caller: PAYS,
    proof: 'recent',
    input: z.strictObject({
      /** Made by the page for this press: sent twice, there is one order. */
      id: uuid,
      amount_micros: micros,
      /** The tax that was shown; another one is refused. */
      tax_micros: z.int().check(z.gte(0), z.lte(MICROS_MAX)),
      how: z.enum(['checkout', 'method', 'wire']),
      method_id: z.optional(uuid),
      /** Stores the payment method for the next time. */
      save_method: z.optional(z.boolean()),
      /** A path of this site. */
      return_to: z.optional(text(500)),
    }),
    output: order,
  }),
  getOrder: get('/api/payments/order', {
    caller: PAYS,
    background: true,
    input: z.strictObject({ id: uuid }),
    output: order,
  }),
  cancelOrder: post('/api/payments/cancel', {
    caller: PAYS,
    proof: { none: 'nothing is paid' },
    input: z.strictObject({ id: uuid }),
    output: order,
  }),
  /** Newest first; the last one's key is the `before` of the next page. */
  listOrders: get('/api/payments/orders', {
    caller: PAYS,
    input: z.strictObject({ status: z.optional(z.enum(ORDER_STATUSES)), before: z.optional(text(100)) }),
    output: z.object({ orders: z.array(order), next: z.nullable(z.string()) }),
  }),
  getMethods: get('/api/payments/methods', {
    caller: PAYS,
    input: z.strictObject({}),
    output: z.object({ methods: z.array(method), can_add: z.boolean() }),
  }),
  /** Opens a page of the processor where a method is stored without paying. */
  addMethod: post('/api/payments/add-method', {
    caller: PAYS,
    proof: 'recent',
    input: z.strictObject({ return_to: z.optional(text(500)) }),
    output: z.object({ url: z.string() }),
  }),
  setDefaultMethod: post('/api/payments/default-method', {
    caller: PAYS,
    proof: 'recent',
    input: z.strictObject({ id: uuid }),
    output: z.object({ methods: z.array(method) }),
  }),
  /** Null removes the backup method. */
  setBackupMethod: post('/api/payments/backup-method', {
    caller: PAYS,
    proof: 'recent',
    input: z.strictObject({ id: z.nullable(uuid) }),
    output: z.object({ methods: z.array(method) }),
  }),
  removeMethod: post('/api/payments/remove-method', {
    caller: PAYS,
    proof: 'recent',
    input: z.strictObject({ id: uuid }),
    output: z.object({ methods: z.array(method) }),
  }),
}
