import { randomUUID } from 'node:crypto'
import { billingListener, taxFor } from '#billing/index.ts'
import type { Reversal } from '#ctx/billing.ts'
import type { Ctx, OrderFacts } from '#ctx/ctx.ts'
import { inTx } from '#db/tx.ts'
import { insertTestOrder } from './order-store.ts'

export interface TestOrder extends OrderFacts {
  paid_at: Date
}

/** An unpaid order with the tax of its account, as the payments module creates it. */
export async function makeOrder(
  ctx: Ctx,
  about: Pick<OrderFacts, 'owner_id' | 'login_id' | 'amount_micros'> & Partial<OrderFacts>,
): Promise<TestOrder> {
  const { facts, tax_micros } = await taxFor(ctx, about.owner_id, about.amount_micros)
  const id = randomUUID()
  const now = ctx.clock.now()
  const order: TestOrder = {
    id,
    reference: `P-${id.slice(0, 8).toUpperCase()}`,
    processor: 'test',
    purpose: 'top_up',
    product: null,
    tax_micros,
    tax_facts: facts,
    method_label: 'Visa •••• 4242',
    created_at: now,
    paid_at: now,
    ...about,
  }
  await insertTestOrder(ctx.db, order)
  return order
}

/** Notifies billing of the payment in a transaction; with `fails` that transaction fails at its end. */
export function pay(ctx: Ctx, order: TestOrder, { fails = false } = {}): Promise<void> {
  return inTx(ctx.db, async (db) => {
    await billingListener.paid?.(ctx, db, order)
    if (fails) throw new Error('the transaction fails')
  })
}

export function reverse(
  ctx: Ctx,
  order: TestOrder,
  reversal: Omit<Reversal, 'id' | 'left_before_micros' | 'left_micros'> & { id?: string },
): Promise<void> {
  return inTx(ctx.db, async (db) => {
    await billingListener.reversed?.(ctx, db, order, {
      id: randomUUID(),
      left_before_micros: reversal.amount_micros,
      left_micros: 0,
      ...reversal,
    })
  })
}
