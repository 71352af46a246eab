import { CENT_MICROS, type Micros } from '@portico/contract/money.ts'

interface Terms {
  percent: number | null
  max_micros: Micros | null
  budget_micros: Micros | null
  spent_micros: Micros
}

/** What is left of a budget; without a budget there is always more. */
export function leftOf({ budget_micros, spent_micros }: Pick<Terms, 'budget_micros' | 'spent_micros'>): Micros {
  return budget_micros === null ? Number.MAX_SAFE_INTEGER : Math.max(0, budget_micros - spent_micros)
}

/** What a percentage adds to a payment, in whole cents: never more than its own limit and what its budget still holds. */
export function bonusOn(terms: Terms, amount_micros: Micros): Micros {
  // As integers without a bound: the product of a large amount and the percentage is no longer an exact number.
  const cents = (BigInt(amount_micros) * BigInt(terms.percent ?? 0)) / 100n / BigInt(CENT_MICROS)
  return Math.min(Number(cents) * CENT_MICROS, terms.max_micros ?? Number.MAX_SAFE_INTEGER, leftOf(terms))
}
