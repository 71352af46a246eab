import { randomBytes } from 'node:crypto'
import type { OrderFacts } from '#ctx/ctx.ts'
import type { OrderRow } from './order-store.ts'

/** Without the characters that are mistaken for digits. */
const SIGNS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** The facts of an order that other modules receive. */
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

/** Short enough to be written on a wire, too long to be guessed. */
export function newReference(): string {
  const signs = [...randomBytes(12)].map((byte) => SIGNS[byte % SIGNS.length])
  return `PAY-${signs.join('')}`
}
