import { chargeableUnits, quoteOf } from '@portico/contract/price.ts'
import type { Tariff } from '@portico/contract/tariff.ts'

export interface PriceLine {
  /** The item it pays for: a unit, a field that costs extra, or the difference to the lowest or highest price of a call. */
  of: { unit: string } | { field: string } | 'least' | 'most'
  micros: number
}

/** The parts of the highest possible price, by the code that charges it; together they are the price on the button. */
export function priceLines(tariff: Tariff, task: Record<string, unknown>): PriceLine[] {
  const units = chargeableUnits(tariff, task)
  const quote = quoteOf(tariff, units)
  const parts = Object.entries(quote.parts())
  if (parts.some(([, micros]) => micros === null)) return [{ of: 'most', micros: quote.max_micros }]
  const line = units.priority === 2 && tariff.high ? tariff.high : tariff.normal
  const all: PriceLine[] = [
    ...parts.map(([unit, micros]) => ({ of: { unit }, micros: micros ?? 0 })),
    ...line.extras.map(({ field, micros }) => ({ of: { field }, micros: micros * (units.extras?.[field] ?? 0) })),
  ]
  const rest = quote.max_micros - all.reduce((sum, { micros }) => sum + micros, 0)
  return [...all, { of: rest > 0 ? ('least' as const) : ('most' as const), micros: rest }].filter(
    ({ micros }) => micros !== 0,
  )
}
