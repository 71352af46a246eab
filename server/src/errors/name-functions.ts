import type { CatalogueFunction } from '@portico/contract/catalogue.ts'
import type { Catalogue } from '#catalogue/room.ts'

const known = new WeakMap<Catalogue, Map<string, CatalogueFunction>>()

/** What is sold, by the word its calls are counted under: `serp/google/organic`. */
export function functionsByKey(sold: Catalogue): Map<string, CatalogueFunction> {
  const found = known.get(sold)
  if (found) return found
  const keyOf = ({ api, id }: CatalogueFunction) => (id.startsWith(`${api}/`) ? id : `${api}/${id}`)
  const made = new Map(sold.functions().map((one) => [keyOf(one), one]))
  known.set(sold, made)
  return made
}
