import { CENT_MICROS } from '@portico/contract/money.ts'
import type { OrderPurpose, OrderState } from '@portico/contract/payments.ts'
import { Problem } from '@portico/contract/problem.ts'
import { needDetails, taxFor } from '#billing/index.ts'
import type { Ctx, OrderFacts } from '#ctx/ctx.ts'
import { notifyChanges } from '#db/changes.ts'
import type { Db } from '#db/db.ts'
import { errorCode } from '#db/error-code.ts'
import { inTx } from '#db/tx.ts'
import { labelOf } from '#integrations/payment-processor.ts'
import { chargeOrder } from './charge-order.ts'
import { processorOf } from './customer.ts'
import { methodById } from './method-store.ts'
import { openCheckout } from './open-checkout.ts'
import { factsOf, newReference } from './order-facts.ts'
import { countOrder, safeReturn } from './order-input.ts'
import { insertOrder, type OrderRow, orderById } from './order-store.ts'

const UNIQUE_VIOLATION = '23505'

export interface CreateOrderRequest {
  /** Chosen by the caller: sent twice, there is one order. */
  id: string
  owner_id: number
  login_id: number
  /** Null: no customer has the page open. */
  created_by: number | null
  purpose: OrderPurpose
  product: string | null
  amount_micros: number
  how: 'checkout' | 'method' | 'wire'
  method_id?: string | undefined
  save_method?: boolean | undefined
  return_to?: string | undefined
  /** The tax that was shown, where it was: another one is refused. */
  tax_micros?: number | undefined
  /** Runs in the transaction that creates the order, when it is new. */
  onCreated?(db: Db, order: OrderRow): Promise<void>
}

export type OrderOutcome = OrderFacts & { state: OrderState; pay_url: string | null }

/**
 * Creates an order before it is sent to any processor. With `checkout` it is then opened at the processor; with `method` it waits
 * for `chargeOrder`; with `wire` it is open until the operator confirms it.
 */
export async function createOrder(ctx: Ctx, request: CreateOrderRequest): Promise<OrderOutcome> {
  ctx.payments.onStep('order requested')
  const existing = await orderById(ctx.db, request.id)
  const order = existing ?? (await makeOrder(ctx, request))
  if (!isSame(order, request)) throw new Problem('already_there')
  ctx.payments.onStep('order created')
  if (order.state === 'created' && request.how === 'checkout') await openCheckout(ctx, order)
  const now = (await orderById(ctx.db, order.id)) ?? order
  return { ...factsOf(now), state: now.state, pay_url: now.state === 'open' ? now.checkout_url : null }
}

/** Creates an order that waits to be sent to the processor, by its customer or by the job that finds it. */
export async function resumeOrder(ctx: Ctx, order: OrderRow): Promise<void> {
  if (order.state !== 'created' || order.processor === 'wire') return
  if (order.method_id) await chargeOrder(ctx, order.id)
  else await openCheckout(ctx, order)
}

async function makeOrder(ctx: Ctx, request: CreateOrderRequest): Promise<OrderRow> {
  const { id, owner_id, login_id, created_by, purpose, product, amount_micros, how, method_id, onCreated } = request
  if (!(amount_micros > 0) || amount_micros % CENT_MICROS !== 0)
    throw new RangeError(`${amount_micros} micros are not whole cents`)
  // In an automatic charge there is no customer who could enter more details.
  if (created_by !== null) {
    await countOrder(ctx, owner_id)
    await needDetails(ctx, owner_id)
  }
  const return_to = safeReturn(ctx.origin, request.return_to)
  const method = await methodFor(ctx, request)
  const { facts, ...tax } = await taxFor(ctx, owner_id, amount_micros)
  if (request.tax_micros !== undefined && request.tax_micros !== tax.tax_micros) throw new Problem('total_changed')
  const now = ctx.clock.now()
  try {
    await inTx(ctx.db, async (db) => {
      const is_fresh = await insertOrder(db, {
        id,
        reference: newReference(),
        owner_id,
        login_id,
        created_by,
        processor: how === 'wire' ? 'wire' : processorOf(ctx).name,
        purpose,
        product,
        amount_micros,
        tax_micros: tax.tax_micros,
        tax_facts: JSON.stringify({ ...facts, note: tax.note, name: tax.name, rate_bp: tax.rate_bp }),
        state: how === 'wire' ? 'open' : 'created',
        method_id: method_id ?? null,
        method_label: method ? labelOf(method) : '',
        save_method: request.save_method ?? false,
        is_present: created_by !== null,
        origin: ctx.origin.origin,
        created_at: now,
        changed_at: now,
        ...(return_to && { return_to }),
      })
      const order = is_fresh ? await orderById(db, id) : undefined
      if (!order) return
      await onCreated?.(db, order)
      for (const listener of ctx.payments.listeners) await listener.ordered?.({ ...ctx, db }, db, factsOf(order))
      await notifyChanges(db, [login_id])
    })
  } catch (error) {
    if (errorCode(error) === UNIQUE_VIOLATION) throw new Problem('already_there')
    throw error
  }
  const order = await orderById(ctx.db, id)
  if (!order) throw new Error(`order ${id} was not stored`)
  return order
}

async function methodFor(ctx: Ctx, { how, method_id, owner_id }: CreateOrderRequest) {
  if (how !== 'method') return undefined
  const method = method_id ? await methodById(ctx.db, method_id) : undefined
  const is_ours = method && method.owner_id === owner_id && !method.removed_at
  if (!is_ours || method.processor !== processorOf(ctx).name) throw new Problem('unknown_method')
  return method
}

/** The same id for another order is a mistake, or belongs to another account. */
function isSame(order: OrderRow, request: CreateOrderRequest): boolean {
  const { owner_id, login_id, purpose, product, amount_micros, method_id, how } = request
  return (
    order.owner_id === owner_id &&
    order.login_id === login_id &&
    order.purpose === purpose &&
    order.product === product &&
    order.amount_micros === amount_micros &&
    order.method_id === (how === 'method' ? (method_id ?? null) : null) &&
    (order.processor === 'wire') === (how === 'wire')
  )
}
