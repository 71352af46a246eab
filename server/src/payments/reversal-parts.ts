import { CENT_MICROS } from '@portico/contract/money.ts'
import type { OrderRow } from './order-store.ts'
import type { ReversalRow } from './reversal-store.ts'

type Amounts = Pick<OrderRow, 'amount_micros' | 'tax_micros'>
type Taken = Pick<ReversalRow, 'state' | 'amount_micros' | 'tax_micros'>

/** Refused by the processor, or decided for us: the money is here again. */
export function isTaking({ state }: Pick<ReversalRow, 'state'>): boolean {
  return state !== 'failed' && state !== 'won'
}

/** What of an order is still with us: neither refunded nor taken by a dispute. */
export function leftOf(order: Amounts, reversals: Taken[]): number {
  return order.amount_micros - sum(reversals, 'amount_micros')
}

function taxLeft(order: Amounts, reversals: Taken[]): number {
  return Math.max(0, order.tax_micros - sum(reversals, 'tax_micros'))
}

function sum(reversals: Taken[], of: 'amount_micros' | 'tax_micros'): number {
  return reversals.filter(isTaking).reduce((total, row) => total + row[of], 0)
}

/** The tax that goes back with a part of the amount, in whole cents; with all that is left, all of it. */
export function taxOfPart(order: Amounts, reversals: Taken[], amount_micros: number): number {
  const left = leftOf(order, reversals)
  const rest = taxLeft(order, reversals)
  if (amount_micros >= left) return rest
  const taken = order.amount_micros - left
  return Math.min(rest, taxShare(order, taken + amount_micros) - taxShare(order, taken))
}

function taxShare(order: Amounts, amount_micros: number): number {
  const cents = (BigInt(order.tax_micros) * BigInt(amount_micros)) / BigInt(order.amount_micros) / BigInt(CENT_MICROS)
  return Number(cents) * CENT_MICROS
}

/**
 * How a total that the processor names divides into amount and tax: never more of either than is left, and never a part without
 * an amount while there is some.
 */
export function divide(order: Amounts, reversals: Taken[], total_micros: number) {
  const left = leftOf(order, reversals)
  const rest = taxLeft(order, reversals)
  if (total_micros >= left + rest) return { amount_micros: left, tax_micros: rest }
  const whole = BigInt(order.amount_micros + order.tax_micros)
  const cents = (BigInt(total_micros) * BigInt(order.amount_micros)) / whole / BigInt(CENT_MICROS)
  const share = Math.min(Math.max(Number(cents), 1) * CENT_MICROS, left)
  const tax_micros = Math.min(Math.max(0, total_micros - share), rest)
  return { amount_micros: Math.min(total_micros - tax_micros, left), tax_micros }
}
