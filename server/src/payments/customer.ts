import { orderPath } from '@portico/contract/payments.ts'
import { Problem } from '@portico/contract/problem.ts'
import type { OrderRequest, PaymentProcessor } from '#outside/payment-processor.ts'
import { userById } from '#users/room.ts'
import type { Ctx } from '../ctx.ts'
import { customerOf, insertCustomer } from './method-store.ts'
import type { OrderRow } from './order-store.ts'

export function processorOf(ctx: Pick<Ctx, 'payments'>): PaymentProcessor {
  const { processor } = ctx.payments
  if (!processor) throw new Problem('payments_off')
  return processor
}

/** Who the account is at the processor, made there when it is needed first. */
export async function customerRef(ctx: Ctx, owner_id: number): Promise<string> {
  const processor = processorOf(ctx)
  const known = await customerOf(ctx.db, owner_id, processor.name)
  if (known) return known
  const owner = await userById(ctx, owner_id)
  if (!owner) throw new Problem('unknown_user')
  ctx.payments.onStep('customer missing')
  const customer_ref = await processor.createCustomer({ id: owner_id, email: owner.email, name: owner.name })
  ctx.payments.onStep('customer created')
  await insertCustomer(ctx.db, { owner_id, processor: processor.name, customer_ref, created_at: ctx.clock.now() })
  ctx.payments.onStep('customer stored')
  return (await customerOf(ctx.db, owner_id, processor.name)) ?? customer_ref
}

/** What the processor is told of an order, the same every time. */
export async function requestOf(ctx: Ctx, order: OrderRow): Promise<OrderRequest> {
  const { id, reference, save_method, checkout_ref, payment_ref, created_at } = order
  return {
    id,
    reference,
    customer_ref: await customerRef(ctx, order.owner_id),
    total_micros: order.amount_micros + order.tax_micros,
    description: reference,
    return_url: new URL(orderPath(id), order.origin).href,
    save_method,
    checkout_ref,
    payment_ref,
    created_at,
  }
}
