import { CENT_MICROS, type Micros } from '@portico/contract/money.ts'

interface Terms {
  percent: number | null
  max_micros: Micros | null
  budget_micros: Micros | null
  spent_micros: Micros
}

/** The rest of a budget; without a budget it is unlimited. */
export function leftOf({ budget_micros, spent_micros }: Pick<Terms, 'budget_micros' | 'spent_micros'>): Micros {
  return budget_micros === null ? Number.MAX_SAFE_INTEGER : Math.max(0, budget_micros - spent_micros)
}

/** The bonus of a percentage on a payment, in whole cents: never more than its own limit and the rest of its budget. */
export function bonusOn(terms: Terms, amount_micros: Micros): Micros {
  // As bigint: the product of a large amount and the percentage is no longer an exact number.
  const cents = (BigInt(amount_micros) * BigInt(terms.percent ?? 0)) / 100n / BigInt(CENT_MICROS)
  return Math.min(Number(cents) * CENT_MICROS, terms.max_micros ?? Number.MAX_SAFE_INTEGER, leftOf(terms))
}
