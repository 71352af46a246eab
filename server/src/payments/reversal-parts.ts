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

/** Refused by the processor, or decided for us: the money is ours again. */
export function isTaking({ state }: Pick<ReversalRow, 'state'>): boolean {
  return state !== 'failed' && state !== 'won'
}

/** The total of the processor; a row of the previous version holds only its parts. */
export function claimOf(row: Amounts & Pick<ReversalRow, 'total_micros'>): number {
  return row.total_micros ?? totalOf(row)
}

/** The amount a reversal currently takes from the balance. */
export function bookedOf(row: Taken & Pick<ReversalRow, 'excess_micros'>): number {
  return isTaking(row) ? row.amount_micros + row.excess_micros : 0
}

/** The amount of a reversal on credit notes: one in progress may still fail. */
export function notedOf(row: Taken | undefined): Amounts {
  return row?.state === 'done' ? { amount_micros: row.amount_micros, tax_micros: row.tax_micros } : NOTHING
}

/** The part of an order that is still ours: neither refunded nor taken by a dispute. */
export function leftOf(order: Amounts, reversals: Taken[]): Amounts {
  return reversals.filter(isTaking).reduce(minus, { amount_micros: order.amount_micros, tax_micros: order.tax_micros })
}

/**
 * The parts of all reversals of an order, from the total and status of each at the processor. Decided reversals come before those
 * in progress, and one that is on a credit note keeps its parts; the rest is divided again, so that the order of events does not
 * matter. Totals above the payment are excess: the customer owes what the bank took.
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

/** Parts chosen earlier that still fit, such as by the operator, who enters the amount. */
function isStill(row: Amounts, total_micros: number, left: Amounts): boolean {
  const fits = row.amount_micros <= left.amount_micros && row.tax_micros <= left.tax_micros
  return fits && totalOf(row) === total_micros
}

/** The tax that is returned with a part of the amount, in whole cents; with the rest of the amount, the rest of the tax. */
export function taxOfPart(order: Amounts, left: Amounts, amount_micros: number): number {
  if (amount_micros >= left.amount_micros) return left.tax_micros
  const gone = BigInt(order.amount_micros - left.amount_micros + amount_micros)
  const whole = BigInt(order.amount_micros)
  const due = wholeCents(BigInt(order.tax_micros) * gone * 2n + whole * BigInt(CENT_MICROS), whole * 2n)
  return Math.min(Math.max(0, due - (order.tax_micros - left.tax_micros)), left.tax_micros)
}

/**
 * Divides a total of the processor into amount and tax, in whole cents, never more of either than is left. All parts together have
 * the tax of their sum to the nearest cent; of two ways one is chosen in which this part, too, is within a cent of the rate.
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
