import { CENT_MICROS } from '@portico/contract/money.ts'
import type { OrderRow } from './order-store.ts'
import type { ReversalRow } from './reversal-store.ts'

type Amounts = Pick<OrderRow, 'amount_micros' | 'tax_micros'>
type Taken = Amounts & Pick<ReversalRow, 'state'>
type Divided = Taken & Pick<ReversalRow, 'id' | 'total_micros' | 'excess_micros' | 'fee_micros'>

const NOTHING: Amounts = { amount_micros: 0, tax_micros: 0 }
const totalOf = ({ amount_micros, tax_micros }: Amounts) => amount_micros + tax_micros
const plus = (a: Amounts, b: Amounts): Amounts => ({
  amount_micros: a.amount_micros + b.amount_micros,
  tax_micros: a.tax_micros + b.tax_micros,
})
const minus = (a: Amounts, b: Amounts): Amounts => ({
  amount_micros: a.amount_micros - b.amount_micros,
  tax_micros: a.tax_micros - b.tax_micros,
})

/** Refused by the processor, or decided for us: the money is here again. */
export function isTaking({ state }: Pick<ReversalRow, 'state'>): boolean {
  return state !== 'failed' && state !== 'won'
}

/** What the processor says goes back; a row of the version before holds only how that was divided. */
export function claimOf(row: Amounts & Pick<ReversalRow, 'total_micros'>): number {
  return row.total_micros ?? totalOf(row)
}

/** What a reversal takes from the balance as it stands. */
export function bookedOf(row: Taken & Pick<ReversalRow, 'excess_micros'>): number {
  return isTaking(row) ? row.amount_micros + row.excess_micros : 0
}

/** What a reversal has on credit notes: what is only on its way may still fail. */
export function notedOf(row: Taken | undefined): Amounts {
  return row?.state === 'done' ? { amount_micros: row.amount_micros, tax_micros: row.tax_micros } : NOTHING
}

/** What of an order is still with us: neither refunded nor taken by a dispute. */
export function leftOf(order: Amounts, reversals: Taken[]): Amounts {
  return reversals.filter(isTaking).reduce(minus, { amount_micros: order.amount_micros, tax_micros: order.tax_micros })
}

/**
 * The parts of all reversals of an order, from what the processor says of each and how it stands. What is decided comes before what
 * is on its way, and what is on a credit note keeps that; the rest is divided anew, so that the order of events does not matter.
 * What goes beyond the payment is excess: the customer owes what the bank took.
 */
export function divideReversals<Row extends Divided>(order: Amounts, before: Divided[], next: Row[]): Row[] {
  const noted = new Map(before.map((row) => [row.id, notedOf(row)]))
  const onPaper = (row: Row) => (row.state === 'done' ? (noted.get(row.id) ?? NOTHING) : NOTHING)
  const rank = (row: Row) => (totalOf(onPaper(row)) > 0 ? 0 : row.state === 'done' ? 1 : 2)
  const parts = new Map<string, Amounts>()
  let left: Amounts = order
  for (const row of next.filter((one) => rank(one) === 0)) {
    const paper = onPaper(row)
    const part = claimOf(row) < totalOf(paper) ? divide(order, paper, claimOf(row)) : paper
    parts.set(row.id, part)
    left = minus(left, part)
  }
  for (const row of next.filter(isTaking).toSorted((a, b) => rank(a) - rank(b))) {
    const held = parts.get(row.id) ?? NOTHING
    const more = Math.min(claimOf(row) - totalOf(held), totalOf(left))
    const part =
      rank(row) > 0 && isStill(row, more, left) ? notedOf({ ...row, state: 'done' }) : divide(order, left, more)
    parts.set(row.id, plus(held, part))
    left = minus(left, part)
  }
  return next.map((row) => {
    const part = parts.get(row.id)
    const fee_micros = row.state === 'won' ? 0 : row.fee_micros
    if (!part) return { ...row, fee_micros }
    return { ...row, fee_micros, ...part, total_micros: claimOf(row), excess_micros: claimOf(row) - totalOf(part) }
  })
}

/** Divided before in a way that still fits, such as by the operator, who names the amount. */
function isStill(row: Amounts, total_micros: number, left: Amounts): boolean {
  const fits = row.amount_micros <= left.amount_micros && row.tax_micros <= left.tax_micros
  return fits && totalOf(row) === total_micros
}

/** The tax that goes back with a part of the amount, in whole cents; with all that is left, all of it. */
export function taxOfPart(order: Amounts, left: Amounts, amount_micros: number): number {
  if (amount_micros >= left.amount_micros) return left.tax_micros
  const gone = BigInt(order.amount_micros - left.amount_micros + amount_micros)
  const whole = BigInt(order.amount_micros)
  const due = wholeCents(BigInt(order.tax_micros) * gone * 2n + whole * BigInt(CENT_MICROS), whole * 2n)
  return Math.min(Math.max(0, due - (order.tax_micros - left.tax_micros)), left.tax_micros)
}

/**
 * How a total that the processor names divides into amount and tax, in whole cents, never more of either than is left. All parts
 * together have the tax of their sum to the nearest cent; of two ways one is taken that has this part, too, within a cent of the rate.
 */
export function divide(order: Amounts, left: Amounts, total_micros: number): Amounts {
  const [tax, whole, total] = [BigInt(order.tax_micros), BigInt(totalOf(order)), BigInt(total_micros)]
  const gone = whole - BigInt(totalOf(left)) + total
  const taxed = order.tax_micros - left.tax_micros
  const low = wholeCents(tax * gone, whole) - taxed
  const [least, most] = [Math.max(0, total_micros - left.amount_micros), Math.min(total_micros, left.tax_micros)]
  const cent = BigInt(CENT_MICROS) * BigInt(order.amount_micros)
  const ways = [low, low + CENT_MICROS].map((way) => {
    const tax_micros = Math.min(Math.max(way, least), most)
    const drift = distance(BigInt(taxed + tax_micros) * whole, tax * gone)
    return { tax_micros, drift, is_near: drift <= cent && distance(BigInt(tax_micros) * whole, tax * total) <= cent }
  })
  ways.sort((a, b) => Number(b.is_near) - Number(a.is_near) || (a.drift < b.drift ? -1 : 1))
  const tax_micros = ways[0]?.tax_micros ?? 0
  return { amount_micros: total_micros - tax_micros, tax_micros }
}

function wholeCents(numerator: bigint, denominator: bigint): number {
  return Number(numerator / denominator / BigInt(CENT_MICROS)) * CENT_MICROS
}

function distance(a: bigint, b: bigint): bigint {
  return a > b ? a - b : b - a
}
