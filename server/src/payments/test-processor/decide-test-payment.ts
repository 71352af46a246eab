import { randomUUID } from 'node:crypto'
import type { Input } from '@portico/contract/endpoint.ts'
import { Problem } from '@portico/contract/problem.ts'
import type { testProcessor } from '@portico/contract/test-processor.ts'
import { activeLogin } from '#access/index.ts'
import type { UserCtx } from '#ctx/ctx.ts'
import { customerOf } from '../method-store.ts'
import { syncMethods } from '../methods.ts'
import { refreshOrder } from '../refresh-order.ts'
import { addTestMethod, decidePayment, paymentByCheckout, type TestPayment } from './processor-store.ts'

/** Processing time of a delayed payment. */
const DELAY_MS = 8_000
type Outcome = Input<typeof testProcessor.decide>['outcome']

/** The checkout of the active account; that of another account is not found. */
export async function testCheckout(ctx: UserCtx, checkout: string): Promise<TestPayment> {
  if (ctx.payments.processor?.name !== 'test') throw new Problem('not_allowed')
  const payment = await paymentByCheckout(ctx.db, checkout)
  const { owner_id } = await activeLogin(ctx)
  if (!payment || payment.customer_ref !== (await customerOf(ctx.db, owner_id, 'test'))?.customer_ref)
    throw new Problem('not_allowed')
  return payment
}

/** Applies the button pressed on the page of the test processor, as the webhook of a real one would. */
export async function decideTestPayment(ctx: UserCtx, { checkout, outcome, card, save_method }: Decision) {
  const payment = await testCheckout(ctx, checkout)
  const is_good = outcome === 'approve' || outcome === 'authenticate' || outcome === 'delay'
  if (payment.state === 'open') {
    const stores = is_good && payment.method_ref === null && (save_method || payment.save_method)
    const method_ref = stores ? await storeCard(ctx, payment.customer_ref, card ?? '4242') : payment.method_ref
    await decidePayment(ctx.db, payment.payment_ref, { ...stateAfter(ctx, outcome), method_ref })
  }
  if (payment.order_id) await refreshOrder(ctx, payment.order_id)
  const { owner_id } = await activeLogin(ctx)
  if (is_good) await syncMethods(ctx, owner_id)
  // As with the real processor: the page of the order learns that the customer has paid, before the confirmation comes.
  const has_paid = payment.order_id !== null && is_good
  return { return_url: has_paid ? `${payment.return_url}?returned` : payment.return_url }
}

type Decision = Input<typeof testProcessor.decide>

function stateAfter(ctx: UserCtx, outcome: Outcome) {
  switch (outcome) {
    case 'approve':
    case 'authenticate':
      return { state: 'paid' as const }
    case 'delay':
      return { state: 'processing' as const, due_at: new Date(ctx.clock.now().getTime() + DELAY_MS) }
    case 'cancel':
      return { state: 'canceled' as const }
    case 'decline':
      return { state: 'failed' as const, failure: 'declined' as const }
    case 'insufficient_funds':
      return { state: 'failed' as const, failure: 'insufficient_funds' as const }
  }
}

async function storeCard(ctx: UserCtx, customer_ref: string, last4: string): Promise<string> {
  const method_ref = `test_pm_${randomUUID()}`
  const created_at = ctx.clock.now()
  const exp_year = created_at.getUTCFullYear() + 3
  await addTestMethod(ctx.db, { method_ref, customer_ref, brand: 'Visa', last4, exp_month: 12, exp_year, created_at })
  return method_ref
}
