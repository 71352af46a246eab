import { randomUUID } from 'node:crypto'

import type {
  TestCustomer,
  TestDispute,
  TestEvent,
  TestIntent,
  TestMethod,
  TestRefund,
  TestSession,
} from './stripe-shapes.ts'

const DECLINES: Record<string, { code: string; decline_code?: string }> = {
  '0002': { code: 'card_declined', decline_code: 'generic_decline' },
  '9995': { code: 'card_declined', decline_code: 'insufficient_funds' },
  '0069': { code: 'expired_card', decline_code: 'expired_card' },
  '0127': { code: 'incorrect_cvc', decline_code: 'incorrect_cvc' },
  '0119': { code: 'processing_error', decline_code: 'processing_error' },
  '3155': { code: 'authentication_required', decline_code: 'authentication_required' },
}

/** A debit that takes days, as of a bank account. */
const SLOW = '6789'

/** Stripe's memory in a test, the actions of customers and banks there, and the resulting events. */
export function openStripeMemory(now: () => number) {
  const sessions = new Map<string, TestSession>()
  const intents = new Map<string, TestIntent>()
  const refunds = new Map<string, TestRefund>()
  const disputes = new Map<string, TestDispute>()
  const methods = new Map<string, TestMethod>()
  const customers = new Map<string, TestCustomer>()
  /** Customers that were deleted at Stripe. */
  const deleted = new Set<string>()
  const refusing = { refuses_pages: false }
  const events: TestEvent[] = []
  const newId = (prefix: string) => `${prefix}_${randomUUID().replaceAll('-', '')}`
  const found = <T>(map: Map<string, T>, id: string): T => {
    const one = map.get(id)
    if (!one) throw new Error(`the test Stripe has no ${id}`)
    return one
  }
  const emit = (type: string, object: object) => {
    events.push({ id: newId('evt'), object: 'event', type, livemode: false, data: { object: { ...object } } })
  }

  function addIntent(given: Partial<TestIntent> & Pick<TestIntent, 'amount' | 'currency' | 'customer' | 'metadata'>) {
    const intent: TestIntent = {
      id: newId('pi'),
      object: 'payment_intent',
      amount_received: 0,
      livemode: false,
      status: 'requires_payment_method',
      payment_method: null,
      last_payment_error: null,
      next_action: null,
      created: now(),
      ...given,
    }
    intents.set(intent.id, intent)
    emit('payment_intent.created', intent)
    return intent
  }

  function addMethod(customer: string | null, last4: string): TestMethod {
    const card = { brand: 'visa', last4, exp_month: 12, exp_year: 2031 }
    const method: TestMethod = { id: newId('pm'), object: 'payment_method', type: 'card', customer, card }
    methods.set(method.id, method)
    if (customer) emit('payment_method.attached', method)
    return method
  }

  function succeed(intent: TestIntent): void {
    Object.assign(intent, { status: 'succeeded', amount_received: intent.amount, last_payment_error: null })
    emit('payment_intent.succeeded', intent)
    emit('charge.succeeded', { object: 'charge', payment_intent: intent.id, metadata: intent.metadata })
  }

  /** The intent of a session is created when the customer first tries to pay. */
  function intentOf(session: TestSession): TestIntent {
    if (session.payment_intent) return found(intents, session.payment_intent)
    const { customer, intent_metadata: metadata } = session
    const intent = addIntent({
      amount: session.amount_total ?? 0,
      currency: session.currency ?? '',
      customer,
      metadata,
    })
    session.payment_intent = intent.id
    return intent
  }

  return {
    sessions,
    intents,
    refunds,
    disputes,
    methods,
    customers,
    deleted,
    refusing,
    events,
    now,
    newId,
    emit,
    addIntent,
    addMethod,
    succeed,
    declines: (last4: string) => DECLINES[last4],
    isSlow: (last4: string) => last4 === SLOW,

    /** The customer types a card on Stripe's page. */
    pay(session_id: string, { saves = false, last4 = '4242' } = {}): void {
      const session = found(sessions, session_id)
      if (session.status !== 'open') return
      const intent = intentOf(session)
      intent.payment_method = addMethod(saves ? session.customer : null, last4).id
      succeed(intent)
      Object.assign(session, { status: 'complete', payment_status: 'paid', url: null })
      emit('checkout.session.completed', session)
    },
    decline(session_id: string): void {
      const session = found(sessions, session_id)
      if (session.status !== 'open') return
      const intent = intentOf(session)
      intent.last_payment_error = { code: 'card_declined', decline_code: 'generic_decline' }
      emit('payment_intent.payment_failed', intent)
    },
    /** A method that takes days: paid, but not yet certain. */
    payLater(session_id: string): void {
      const session = found(sessions, session_id)
      if (session.status !== 'open') return
      const intent = intentOf(session)
      intent.status = 'processing'
      Object.assign(session, { status: 'complete', url: null })
      emit('payment_intent.processing', intent)
      emit('checkout.session.completed', session)
    },
    endLater(session_id: string, is_good: boolean): void {
      const session = found(sessions, session_id)
      const intent = intentOf(session)
      if (intent.status !== 'processing') return
      if (is_good) {
        succeed(intent)
        session.payment_status = 'paid'
        emit('checkout.session.async_payment_succeeded', session)
        return
      }
      Object.assign(intent, { status: 'requires_payment_method', last_payment_error: { code: 'card_declined' } })
      emit('payment_intent.payment_failed', intent)
      emit('checkout.session.async_payment_failed', session)
    },
    expire(session_id: string): void {
      const session = found(sessions, session_id)
      if (session.status !== 'open') return
      Object.assign(session, { status: 'expired', url: null })
      emit('checkout.session.expired', session)
    },
    /** The amount that neither refunds nor disputes have taken, in cents. */
    left(intent_id: string): number {
      const taken = [...refunds.values(), ...disputes.values()].filter(
        ({ payment_intent, status }) => payment_intent === intent_id && !['failed', 'won'].includes(status),
      )
      return found(intents, intent_id).amount_received - taken.reduce((sum, { amount }) => sum + amount, 0)
    },
    refund(payment_intent: string, amount: number, metadata: Record<string, string> = {}): TestRefund {
      const refund: TestRefund = {
        id: newId('re'),
        object: 'refund',
        amount,
        status: 'succeeded',
        payment_intent,
        metadata,
        created: now(),
      }
      refunds.set(refund.id, refund)
      emit('refund.created', refund)
      emit('charge.refunded', { object: 'charge', payment_intent })
      return refund
    },
    failRefund(id: string): void {
      const refund = found(refunds, id)
      refund.status = 'failed'
      emit('refund.failed', refund)
    },
    dispute(payment_intent: string, amount: number): TestDispute {
      const dispute: TestDispute = {
        id: newId('dp'),
        object: 'dispute',
        amount,
        status: 'needs_response',
        payment_intent,
        created: now(),
      }
      disputes.set(dispute.id, dispute)
      emit('charge.dispute.created', dispute)
      emit('charge.dispute.funds_withdrawn', dispute)
      return dispute
    },
    closeDispute(id: string, status: 'won' | 'lost'): void {
      const dispute = found(disputes, id)
      if (dispute.status === 'won' || dispute.status === 'lost') return
      dispute.status = status
      emit('charge.dispute.closed', dispute)
      if (status === 'won') emit('charge.dispute.funds_reinstated', dispute)
    },
  }
}

export type StripeMemory = ReturnType<typeof openStripeMemory>
