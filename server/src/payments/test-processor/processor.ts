import { randomUUID } from 'node:crypto'
import { testCheckoutPath } from '@portico/contract/test-processor.ts'
import type { Ctx } from '#ctx/ctx.ts'
import {
  type ListedPayment,
  labelOf,
  type OrderRequest,
  type PaymentProcessor,
  type PaymentSnapshot,
  processorCurrency,
} from '#integrations/payment-processor.ts'
import {
  decidePayment,
  keepPayment,
  keepReversal,
  paymentByRef,
  paymentOfOrder,
  paymentsSince,
  removeTestMethod,
  reversalsOfPayment,
  reversalsSince,
  type TestPayment,
  type TestReversal,
  testMethod,
  testMethodsOf,
} from './processor-store.ts'

/** The result of charging a stored test card, by its last digits; every other one pays. */
const BEHAVIOUR: Record<string, 'declined' | 'insufficient_funds' | 'expired_card' | 'asks'> = {
  '0002': 'declined',
  '9995': 'insufficient_funds',
  '0069': 'expired_card',
  '3155': 'asks',
}

/**
 * A processor of our own for development and demo: a page where a person decides how a payment ends, and stored cards that always
 * behave the same. It has its own memory in the database, and is used like any other.
 */
export function openTestProcessor({ db, clock }: Pick<Ctx, 'db' | 'clock'>): PaymentProcessor {
  const start = (order: OrderRequest) => ({
    payment_ref: `test_pay_${randomUUID()}`,
    idempotency_key: order.id,
    customer_ref: order.customer_ref,
    order_id: order.id,
    total_micros: order.total_micros,
    save_method: order.save_method,
    description: order.description,
    return_url: order.return_url,
    created_at: clock.now(),
  })

  async function snapshot(payment: TestPayment): Promise<PaymentSnapshot> {
    const now = clock.now()
    const is_due = payment.state === 'processing' && payment.due_at !== null && payment.due_at <= now
    const method = payment.method_ref ? await testMethod(db, payment.method_ref) : undefined
    const reversals = await reversalsOfPayment(db, payment.payment_ref)
    return {
      state: is_due ? 'paid' : payment.state,
      failure: payment.failure,
      checkout_ref: payment.checkout_ref,
      payment_ref: payment.payment_ref,
      url:
        payment.state === 'open' && payment.checkout_ref
          ? new URL(testCheckoutPath(payment.checkout_ref), payment.return_url).href
          : null,
      total_micros: payment.total_micros,
      currency: processorCurrency(),
      customer_ref: payment.customer_ref,
      is_live: false,
      method_label: method ? labelOf(method) : payment.state === 'open' ? '' : 'Test card',
      refunds: reversals.flatMap(refundOf),
      disputes: reversals.flatMap(disputeOf),
    }
  }

  async function listed(payment: TestPayment): Promise<ListedPayment> {
    const { state, total_micros } = await snapshot(payment)
    const { payment_ref, order_id, created_at } = payment
    return { payment_ref, order_id, is_paid: state === 'paid', total_micros, created_at }
  }

  return {
    name: 'test',
    is_live: false,
    createCustomer: async ({ id }) => `test_cus_${id}`,

    async openCheckout(order) {
      const checkout_ref = randomUUID()
      return snapshot(await keepPayment(db, { ...start(order), checkout_ref, state: 'open' }))
    },

    async openSetup({ key, customer_ref, return_url }) {
      const checkout_ref = randomUUID()
      const stored = await keepPayment(db, {
        payment_ref: `test_set_${randomUUID()}`,
        idempotency_key: key,
        checkout_ref,
        customer_ref,
        order_id: null,
        total_micros: 0,
        state: 'open',
        save_method: true,
        description: '',
        return_url,
        created_at: clock.now(),
      })
      return { url: new URL(testCheckoutPath(stored.checkout_ref ?? checkout_ref), return_url).href }
    },

    async charge(order, method_ref, is_present) {
      const method = await testMethod(db, method_ref)
      const behaviour = method?.removed_at === null ? BEHAVIOUR[method.last4] : 'declined'
      const common = { ...start(order), method_ref }
      if (behaviour === 'asks' && is_present)
        return snapshot(await keepPayment(db, { ...common, checkout_ref: randomUUID(), state: 'open' }))
      const failure = behaviour === 'asks' ? 'authentication_needed' : (behaviour ?? null)
      const state = failure ? 'failed' : 'paid'
      return snapshot(await keepPayment(db, { ...common, checkout_ref: null, state, failure }))
    },

    async cancel({ id }) {
      const payment = await paymentOfOrder(db, id)
      if (payment) await decidePayment(db, payment.payment_ref, { state: 'canceled' })
    },

    async read({ id }) {
      const payment = await paymentOfOrder(db, id)
      return payment && snapshot(payment)
    },

    async refund({ key, payment_ref, total_micros }) {
      const payment = await paymentByRef(db, payment_ref)
      const others = (await reversalsOfPayment(db, payment_ref)).filter((row) => row.idempotency_key !== key)
      const taken = others.reduce((sum, row) => sum + (row.state === 'won' ? 0 : row.total_micros), 0)
      if (!payment || taken + total_micros > payment.total_micros) return { ref: null, state: 'failed' }
      const reversal_ref = `test_re_${randomUUID()}`
      const row = { reversal_ref, idempotency_key: key, payment_ref, kind: 'refund' as const, total_micros }
      const stored = await keepReversal(db, { ...row, state: 'done', created_at: clock.now() })
      return { ref: stored.reversal_ref, state: 'done' }
    },

    async deleteCustomer(customer_ref) {
      for (const { method_ref } of await testMethodsOf(db, customer_ref))
        await removeTestMethod(db, method_ref, clock.now())
    },

    methods: async (customer_ref) =>
      (await testMethodsOf(db, customer_ref)).map(({ method_ref, brand, last4, exp_month, exp_year }) => ({
        method_ref,
        brand,
        last4,
        exp_month,
        exp_year,
      })),

    removeMethod: (method_ref) => removeTestMethod(db, method_ref, clock.now()),

    async payment(payment_ref) {
      const payment = await paymentByRef(db, payment_ref)
      return payment && listed(payment)
    },

    async *list(since) {
      for (const payment of await paymentsSince(db, since)) yield listed(payment)
    },

    async *listReversals(since) {
      for (const { reversal_ref, payment_ref, state } of await reversalsSince(db, since))
        yield { reversal_ref, payment_ref, state: LISTED[state] }
    },
  }
}

const LISTED = { done: 'done', open: 'pending', lost: 'done', won: 'won' } as const

function refundOf({ kind, reversal_ref, idempotency_key, total_micros }: TestReversal): PaymentSnapshot['refunds'] {
  return kind === 'refund' ? [{ ref: reversal_ref, own_id: idempotency_key, total_micros, state: 'done' }] : []
}

function disputeOf({ kind, reversal_ref, total_micros, state }: TestReversal): PaymentSnapshot['disputes'] {
  return kind === 'dispute' && state !== 'done' ? [{ ref: reversal_ref, total_micros, state }] : []
}
