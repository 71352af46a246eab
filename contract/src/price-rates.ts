import type { Micros } from './money.ts'
import type { Tiers } from './tariff.ts'

/** The price of one unit of a call. */
export interface Rate {
  unit: string
  /** The price is for this many; a part costs its share. */
  size: number
  /** Units of every call that cost nothing. */
  included: number
  /** The most that is charged for one call; null: not bounded. */
  most: number | null
  /** By the volume paid for this month; the last one has no end. */
  tiers: Tiers
}

/** Unit → what is still free this month, and what was paid for. */
export type Volume = Record<string, { free: number; paid: number }>

export interface Charged {
  micros: Micros
  /** Unit → how many were free by the monthly allowance, and how many were paid for. */
  used: Volume
}

interface CallBounds {
  least: Micros
  most: Micros
  /** The price has a monthly allowance: a call that it covers does not cost the lowest price either. */
  has_free?: boolean
  /** Costs beside the units. */
  fixed?: Micros
}

/**
 * The price of a call. A part of a unit counts as a whole one. Each unit is rounded once, up to a whole micro, so that no call costs
 * less than its price; the lowest and the highest price of a call are applied to the sum.
 */
export function costOf(
  rates: readonly Rate[],
  counted: Record<string, number>,
  volume: Volume,
  { least, most, has_free = false, fixed = 0 }: CallBounds,
): Charged {
  const used: Volume = {}
  let micros = fixed
  let is_paid = !has_free
  for (const rate of rates) {
    if (counted[rate.unit] === Number.POSITIVE_INFINITY && rate.most === null) {
      // An unknown number without a bound of its own costs the highest price of a call and counts nothing for the month.
      micros = Number.POSITIVE_INFINITY
      continue
    }
    const units = chargedUnits(rate, counted[rate.unit])
    const before = volume[rate.unit]
    const free = Math.min(units, before?.free ?? 0)
    const paid = units - free
    used[rate.unit] = { free, paid }
    if (paid > 0) is_paid = true
    micros += tierCost(rate, before?.paid ?? 0, paid)
  }
  return { micros: Math.min(is_paid ? Math.max(micros, least) : micros, most), used }
}

function chargedUnits({ most, included }: Rate, counted = 0): number {
  if (!(counted > 0)) return 0
  return Math.max(0, Math.min(Math.ceil(counted), most ?? Number.MAX_SAFE_INTEGER) - included)
}

/** Graduated: each unit costs the price of the tier it falls into. Whole numbers of any size, as a product may exceed 2^53. */
function tierCost(rate: Rate, from: number, units: number): Micros {
  const [only] = rate.tiers
  const product = units * (only?.micros ?? 0)
  if (rate.tiers.length > 1 || !Number.isSafeInteger(product)) return largeTierCost(rate, from, units)
  const rest = product % rate.size
  return (product - rest) / rate.size + (rest > 0 ? 1 : 0)
}

function largeTierCost({ tiers, size }: Rate, from: number, units: number): Micros {
  let sum = 0n
  let at = from
  let left = units
  for (const { up_to, micros } of tiers) {
    const fits = Math.min(left, up_to === null ? left : Math.max(0, up_to - at))
    sum += BigInt(fits) * BigInt(micros)
    at += fits
    left -= fits
  }
  const per = BigInt(size)
  return Number((sum + per - 1n) / per)
}
