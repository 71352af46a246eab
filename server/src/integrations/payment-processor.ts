import type { IncomingHttpHeaders } from 'node:http'
import { currency } from '@portico/contract/currency.ts'
import type { CardProcessor, PaymentFailure } from '@portico/contract/payments.ts'

/**
 * The data of an order that a processor receives. All of it is fixed when the order is made, so that a repeated order is the same
 * request.
 */
export interface OrderRequest {
  id: string
  reference: string
  customer_ref: string
  /** How often the customer was created again at the processor: another customer means another request. */
  customer_changes: number
  total_micros: number
  description: string
  /** The browser returns to this address; arriving there grants nothing. */
  return_url: string
  save_method: boolean
  /** Ids at the processor, as far as they are known. */
  checkout_ref: string | null
  payment_ref: string | null
  /** Counts the attempts that ended in a 500 and created nothing; each has its own idempotency keys. */
  attempt: number
  created_at: Date
}

export interface StoredMethod {
  method_ref: string
  brand: string
  last4: string
  exp_month: number | null
  exp_year: number | null
}

/**
 * Everything a processor knows about the payment of one order, read at one moment. Decisions follow from this alone, never from the
 * contents of an event, so that the order in which events arrive does not matter.
 */
export interface PaymentSnapshot {
  state: 'open' | 'processing' | 'paid' | 'failed' | 'canceled'
  failure: PaymentFailure | null
  /** The bank has blocked the card as lost, stolen or fraudulent, or its owner has forbidden the charge. */
  is_blocked?: boolean
  checkout_ref: string | null
  payment_ref: string | null
  /** The page where the customer continues while further input is required. */
  url: string | null
  /** As the processor has them; each must equal that of the order. */
  total_micros: number
  currency: string
  customer_ref: string | null
  is_live: boolean
  method_label: string
  refunds: { ref: string; own_id: string | null; total_micros: number; state: 'pending' | 'done' | 'failed' }[]
  disputes: { ref: string; total_micros: number; state: 'open' | 'won' | 'lost' }[]
}

/** A payment in the processor's own list. */
export interface ListedPayment {
  payment_ref: string
  order_id: string | null
  is_paid: boolean
  total_micros: number
  created_at: Date
}

/** A refund or a dispute in the processor's own list; an open dispute is pending, and a lost one is done. */
export interface ListedReversal {
  reversal_ref: string
  payment_ref: string
  state: 'pending' | 'done' | 'failed' | 'won'
}

/** A message whose sender is verified. */
export interface ProcessorEvent {
  id: string
  type: string
  body: Record<string, unknown>
}

/** The subject of an event; everything else in it is ignored and read from the processor. */
export interface EventSubject {
  order_id: string | null
  /** The owner of stored methods that may have changed. */
  customer_ref: string | null
}

/**
 * The common interface of every processor. A call repeated with the same order or key changes nothing and answers the same. What a
 * processor refuses for good is an answer (`failed`); what is thrown may be retried.
 */
export interface PaymentProcessor {
  name: CardProcessor
  is_live: boolean
  /** `changes`: how often the account had to be created again there. */
  createCustomer(owner: { id: number; email: string; name: string; changes: number }): Promise<string>
  /** Deletes it for good, with its stored methods; one that does not exist counts as deleted. Payments remain. */
  deleteCustomer(customer_ref: string): Promise<void>
  /** A hosted page where this order is paid. */
  openCheckout(order: OrderRequest): Promise<PaymentSnapshot>
  /** A hosted page where a method is stored without paying. */
  openSetup(request: { key: string; customer_ref: string; return_url: string }): Promise<{ url: string }>
  /**
   * Creates the payment that `charge` confirms, where a processor takes two steps: only the payment stored with the order is ever
   * charged, so a payment created twice cannot charge twice. Returns a snapshot when it is refused for good.
   */
  prepareCharge?(order: OrderRequest, method_ref: string): Promise<string | PaymentSnapshot>
  /** Charges a stored method. `is_present`: the customer has the page open and can provide more input. */
  charge(order: OrderRequest, method_ref: string, is_present: boolean): Promise<PaymentSnapshot>
  /** Makes further payment impossible, unless it is already paid. */
  cancel(order: OrderRequest): Promise<void>
  /** Undefined when the processor does not list it, or has not begun to charge it. */
  read(order: OrderRequest): Promise<PaymentSnapshot | undefined>
  refund(request: { key: string; attempt: number; payment_ref: string; total_micros: number }): Promise<{
    ref: string | null
    state: 'pending' | 'done' | 'failed'
  }>
  methods(customer_ref: string): Promise<StoredMethod[]>
  removeMethod(method_ref: string): Promise<void>
  /** Messages from the processor, where it sends any: undefined for a message whose origin cannot be verified. */
  verifyEvent?(raw: Buffer, headers: IncomingHttpHeaders, now: Date): ProcessorEvent | undefined
  subjectOf?(event: Pick<ProcessorEvent, 'type' | 'body'>): Promise<EventSubject>
  /** One entry of its own list; undefined when it does not exist. */
  payment(payment_ref: string): Promise<ListedPayment | undefined>
  /** Newest first. */
  list(since: Date): AsyncIterable<ListedPayment>
  /** Refunds, then disputes, created since then. */
  listReversals(since: Date): AsyncIterable<ListedReversal>
  /** Whether the processor repeats this error for every request with the same key, although it may have done what was requested. */
  isUncertain?(error: unknown): boolean
  /** Whether a call failed because the customer no longer exists, where that can happen. */
  isCustomerGone?(error: unknown): boolean
}

/** The steps of an order between which a process may die. An order interrupted at any of them is resumed, once. */
export const PAYMENT_STEPS = [
  'order requested',
  'order created',
  'customer missing',
  'customer created',
  'customer stored',
  'checkout requested',
  'checkout opened',
  'charge prepared',
  'charge requested',
  'charge answered',
  'snapshot taken',
  'before commit',
  'snapshot applied',
  'event received',
  'event stored',
  'event taken',
  'order read',
  'event followed',
  'event handled',
  'refund booked',
  'refund answered',
  'refund followed',
] as const
/** The steps of a recharge, before its order becomes an ordinary one. */
export type RechargeStep = 'recharge decided' | 'recharge order made' | 'recharge order committed'
/** The steps of an automatic order whose card was declined. */
type BackupStep = 'backup order made' | 'backup order committed'
export type PaymentStep = (typeof PAYMENT_STEPS)[number] | RechargeStep | BackupStep

/** Such as `Visa •••• 4242`: all that is shown of a payment method. */
export function labelOf({ brand, last4 }: Pick<StoredMethod, 'brand' | 'last4'>): string {
  return last4 ? `${brand} •••• ${last4}` : brand
}

/** As processors write it. */
export function processorCurrency(): string {
  return currency().toLowerCase()
}
