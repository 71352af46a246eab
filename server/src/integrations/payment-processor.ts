import { currency } from '@portico/contract/currency.ts'
import type { PaymentFailure } from '@portico/contract/payments.ts'

/** What of an order a processor is told. Everything is fixed when the order is made: the same order again is the same request. */
export interface OrderRequest {
  id: string
  reference: string
  customer_ref: string
  /** How often the customer was made anew at the processor: with another customer it is another request. */
  customer_changes: number
  total_micros: number
  description: string
  /** Where the browser comes back to; it grants nothing. */
  return_url: string
  save_method: boolean
  /** Ids at the processor, as far as they are known. */
  checkout_ref: string | null
  payment_ref: string | null
  /** Counts the attempts that ended in a 500 and made nothing; each has keys of its own. */
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
 * All a processor knows about the payment of one order, read at one moment. What we do follows from this alone, never from what an
 * event says, so that the order in which events arrive does not matter.
 */
export interface PaymentSnapshot {
  state: 'open' | 'processing' | 'paid' | 'failed' | 'canceled'
  failure: PaymentFailure | null
  /** The bank has blocked the card as lost, stolen or fraudulent, or its owner has forbidden the charge. */
  is_blocked?: boolean
  checkout_ref: string | null
  payment_ref: string | null
  /** Where the customer goes on, while they are asked for something. */
  url: string | null
  /** As the processor has them; each must be that of the order. */
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

/** A refund or a dispute in the processor's own list; a dispute that is open is pending, and one that is lost is done. */
export interface ListedReversal {
  reversal_ref: string
  payment_ref: string
  state: 'pending' | 'done' | 'failed' | 'won'
}

/** A message whose sender is proved. */
export interface ProcessorEvent {
  id: string
  type: string
  body: Record<string, unknown>
}

/** What an event is about; what it says beyond that is never believed, but asked for. */
export interface EventSubject {
  order_id: string | null
  /** Whose stored methods may have changed. */
  customer_ref: string | null
}

/**
 * One face for every processor. A call that is repeated with the same order or key changes nothing and answers the same. What a
 * processor refuses for good is an answer (`failed`); what is thrown may be tried again.
 */
export interface PaymentProcessor {
  name: 'stripe' | 'test'
  is_live: boolean
  /** `changes`: how often the account had to be made anew there. */
  createCustomer(owner: { id: number; email: string; name: string; changes: number }): Promise<string>
  /** For good, with the methods that are stored for it; one that is gone is deleted. Payments stay. */
  deleteCustomer(customer_ref: string): Promise<void>
  /** A hosted page where this order is paid. */
  openCheckout(order: OrderRequest): Promise<PaymentSnapshot>
  /** A hosted page where a method is stored without paying. */
  openSetup(request: { key: string; customer_ref: string; return_url: string }): Promise<{ url: string }>
  /**
   * Makes the payment that `charge` confirms, where a processor takes two steps: only the payment that the order has stored is ever
   * charged, so a payment that was made twice cannot charge twice. A snapshot: it is refused for good.
   */
  prepareCharge?(order: OrderRequest, method_ref: string): Promise<string | PaymentSnapshot>
  /** Charges a stored method. `is_present`: the customer sits before the page and can be asked for more. */
  charge(order: OrderRequest, method_ref: string, is_present: boolean): Promise<PaymentSnapshot>
  /** Nothing can be paid any more, unless it already is. */
  cancel(order: OrderRequest): Promise<void>
  /** Undefined: the processor does not list it, or has not begun to charge it. */
  read(order: OrderRequest): Promise<PaymentSnapshot | undefined>
  refund(request: { key: string; attempt: number; payment_ref: string; total_micros: number }): Promise<{
    ref: string | null
    state: 'pending' | 'done' | 'failed'
  }>
  methods(customer_ref: string): Promise<StoredMethod[]>
  removeMethod(method_ref: string): Promise<void>
  /** Messages it sends us, where it does: undefined for one that nobody can prove to come from it. */
  verifyEvent?(raw: Buffer, signature: string, now: Date): ProcessorEvent | undefined
  subjectOf?(event: Pick<ProcessorEvent, 'type' | 'body'>): Promise<EventSubject>
  /** An entry of its own list; undefined where it is not there. */
  payment(payment_ref: string): Promise<ListedPayment | undefined>
  /** Newest first. */
  list(since: Date): AsyncIterable<ListedPayment>
  /** Refunds, then disputes, that were made since then. */
  listReversals(since: Date): AsyncIterable<ListedReversal>
  /** Whether the processor repeats this error for every request with the same key, while it may have done what the request is for. */
  isUncertain?(error: unknown): boolean
  /** Whether a call failed because the customer is not there any more, where that can happen. */
  isCustomerGone?(error: unknown): boolean
}

/** The moments of an order between which a process may end. Whatever is cut off at one of them is taken up again, once. */
export const PAYMENT_STEPS = [
  'order requested',
  'order created',
  'customer missing',
  'customer created',
  'customer stored',
  'checkout asked for',
  'checkout opened',
  'charge prepared',
  'charge asked for',
  'charge answered',
  'snapshot taken',
  'before commit',
  'snapshot applied',
  'event received',
  'event stored',
  'event taken',
  'order asked about',
  'event followed',
  'event handled',
  'refund booked',
  'refund answered',
  'refund followed',
] as const
/** Those of a recharge, before its order is one like any other. */
export type RechargeStep = 'recharge decided' | 'recharge order made' | 'recharge order committed'
/** Those of an automatic order whose card was declined. */
type BackupStep = 'backup order made' | 'backup order committed'
export type PaymentStep = (typeof PAYMENT_STEPS)[number] | RechargeStep | BackupStep

/** Such as `Visa •••• 4242`: all that is shown of what was paid with. */
export function labelOf({ brand, last4 }: Pick<StoredMethod, 'brand' | 'last4'>): string {
  return last4 ? `${brand} •••• ${last4}` : brand
}

/** As processors write it. */
export function processorCurrency(): string {
  return currency().toLowerCase()
}
