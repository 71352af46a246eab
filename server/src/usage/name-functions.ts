import type { CatalogueFunction } from '@portico/contract/catalogue.ts'
import type { Catalogue } from '#catalogue/room.ts'
import { functionKey } from './read-filter.ts'

/** What is sold, by the key its calls are counted under. */
export function functionsByKey(sold: Catalogue): Map<string, CatalogueFunction> {
  return new Map(sold.functions().map((one) => [functionKey(one), one]))
}

/** A function that is no longer sold goes by its key. */
export function titlesOf(sold: Catalogue): (key: string) => string {
  const known = functionsByKey(sold)
  return (key) => known.get(key)?.title ?? key
}
