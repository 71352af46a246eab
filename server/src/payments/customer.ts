import { orderPath } from '@portico/contract/payments.ts'
import { Problem } from '@portico/contract/problem.ts'
import type { Ctx } from '#ctx/ctx.ts'
import { inTx } from '#db/tx.ts'
import type { OrderRequest, PaymentProcessor } from '#integrations/payment-processor.ts'
import { userById } from '#users/index.ts'
import {
  type Customer,
  customerOf,
  insertCustomer,
  lockMethods,
  markRemoved,
  methodsOf,
  replaceCustomer,
} from './method-store.ts'
import type { OrderRow } from './order-store.ts'

export function processorOf(ctx: Pick<Ctx, 'payments'>): PaymentProcessor {
  const { processor } = ctx.payments
  if (!processor) throw new Problem('payments_off')
  return processor
}

/** The customer id of the account at the processor, created there on first use. */
async function customerAt(ctx: Ctx, owner_id: number): Promise<Customer> {
  const processor = processorOf(ctx)
  const known = await customerOf(ctx.db, owner_id, processor.name)
  if (known) return known
  ctx.payments.onStep('customer missing')
  const customer_ref = await createThere(ctx, owner_id, 0)
  ctx.payments.onStep('customer created')
  await insertCustomer(ctx.db, { owner_id, processor: processor.name, customer_ref, created_at: ctx.clock.now() })
  ctx.payments.onStep('customer stored')
  return (await customerOf(ctx.db, owner_id, processor.name)) ?? { customer_ref, former_refs: [] }
}

async function createThere(ctx: Ctx, owner_id: number, changes: number): Promise<string> {
  const owner = await userById(ctx, owner_id)
  if (!owner) throw new Problem('unknown_user')
  return processorOf(ctx).createCustomer({ id: owner_id, email: owner.email, name: owner.name, changes })
}

/**
 * Runs a request to the processor in the name of an account. A customer that was deleted there is created again, and the request is
 * repeated.
 */
export async function withCustomer<T>(ctx: Ctx, owner_id: number, use: (customer: Customer) => Promise<T>): Promise<T> {
  const customer = await customerAt(ctx, owner_id)
  try {
    return await use(customer)
  } catch (error) {
    if (!processorOf(ctx).isCustomerGone?.(error)) throw error
    // For a closed account no customer is created again.
    if ((await userById(ctx, owner_id))?.status === 'closed') throw error
    await replace(ctx, owner_id, customer)
    return use(await customerAt(ctx, owner_id))
  }
}

/** The stored methods were deleted with the customer. */
async function replace(ctx: Ctx, owner_id: number, { customer_ref: former, former_refs }: Customer): Promise<void> {
  const processor = processorOf(ctx).name
  const customer_ref = await createThere(ctx, owner_id, former_refs.length + 1)
  await inTx(ctx.db, async (db) => {
    await lockMethods(db, owner_id)
    if (!(await replaceCustomer(db, { owner_id, processor, former, customer_ref }))) return
    const ids = (await methodsOf(db, owner_id, processor)).map(({ id }) => id)
    await markRemoved(db, ids, ctx.clock.now())
  })
  ctx.log.warn({ owner_id, former, customer_ref }, 'customer was deleted at the processor and is created again')
}

/** The data of an order that the processor receives, the same every time. */
export function withRequest<T>(ctx: Ctx, order: OrderRow, use: (request: OrderRequest) => Promise<T>): Promise<T> {
  const { id, reference, save_method, checkout_ref, payment_ref, attempt, created_at } = order
  return withCustomer(ctx, order.owner_id, ({ customer_ref, former_refs }) =>
    use({
      id,
      reference,
      customer_ref,
      customer_changes: former_refs.length,
      total_micros: order.amount_micros + order.tax_micros,
      description: reference,
      return_url: new URL(orderPath(id), order.origin).href,
      save_method,
      checkout_ref,
      payment_ref,
      attempt,
      created_at,
    }),
  )
}
