import type { OrderFacts } from '../ctx.ts'
import type { OrderRow } from './order-store.ts'

/** What other rooms are told of an order. */
export function factsOf(order: OrderRow): OrderFacts {
  const { id, reference, owner_id, login_id, processor, purpose, product, created_at } = order
  const { amount_micros, tax_micros, tax_facts, method_label } = order
  return {
    id,
    reference,
    owner_id,
    login_id,
    processor,
    purpose,
    product,
    amount_micros,
    tax_micros,
    tax_facts,
    method_label,
    created_at,
  }
}
