import type { Micros } from '@portico/contract/money.ts'

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

/** What a percentage adds to a payment: never more than its own limit and what its budget still holds. */
export function bonusOn(terms: Terms, amount_micros: Micros): Micros {
  // In two parts, as the product of a large amount and the percentage is no longer an exact number.
  const percent = terms.percent ?? 0
  const whole = Math.trunc(amount_micros / 100) * percent
  const rest = Math.trunc(((amount_micros % 100) * percent) / 100)
  return Math.min(whole + rest, terms.max_micros ?? Number.MAX_SAFE_INTEGER, leftOf(terms))
}
