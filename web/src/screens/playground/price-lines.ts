import { chargeableUnits, quoteOf } from '@portico/contract/price.ts'
import type { Tariff } from '@portico/contract/tariff.ts'

export interface PriceLine {
  /** The item it pays for: the request itself, its results, its pages, or a field that costs extra. */
  of: 'request' | 'results' | 'pages' | { field: string }
  micros: number
}

/** The parts of the highest possible price, by the code that charges it; together they are the price on the button. */
export function priceLines(tariff: Tariff, task: Record<string, unknown>): PriceLine[] {
  const units = chargeableUnits(tariff, task)
  const fields = Object.keys(units.extras ?? {})
  const nothing = Object.fromEntries(fields.map((field) => [field, 0]))
  const bare = quoteOf(tariff, { ...units, extras: nothing })
  const extras = fields.map((field) => {
    const alone = quoteOf(tariff, { ...units, extras: { ...nothing, [field]: units.extras?.[field] ?? 0 } })
    return { of: { field }, micros: alone.of(0, 0) - bare.of(0, 0) }
  })
  const all: PriceLine[] = [
    { of: 'request', micros: bare.of(0, 0) },
    { of: 'pages', micros: bare.of(0, Number.POSITIVE_INFINITY) - bare.of(0, 0) },
    { of: 'results', micros: bare.of(Number.POSITIVE_INFINITY, 0) - bare.of(0, 0) },
    ...extras,
  ]
  return all.filter(({ micros }) => micros > 0)
}
