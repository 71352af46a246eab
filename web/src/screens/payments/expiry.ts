import type { PaymentMethod } from '@portico/contract/payments.ts'

/** `04/29`, and whether its last day is over; what does not expire has none. */
export function expiryOf(
  { exp_month, exp_year }: Pick<PaymentMethod, 'exp_month' | 'exp_year'>,
  now_ms: number,
): { text: string; isOver: boolean } | undefined {
  if (exp_month === null || exp_year === null) return undefined
  const text = `${String(exp_month).padStart(2, '0')}/${String(exp_year % 100).padStart(2, '0')}`
  return { text, isOver: now_ms >= Date.UTC(exp_year, exp_month, 1) }
}
