import { type Entry, understood } from '#catalogue/index.ts'

/** The price of an entry in one line, or that it has none. */
export function priceText(entry: Entry): string {
  return entry.is_unpriced ? 'not sold' : understood(entry).price
}
