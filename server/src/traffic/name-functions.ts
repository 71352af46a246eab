import type { CatalogueFunction } from '@portico/contract/catalogue.ts'
import type { Catalogue } from '#catalogue/index.ts'

const known = new WeakMap<Catalogue, Map<string, CatalogueFunction>>()

/** What is sold, by the word its calls are counted under: `serp/google/organic`. */
export function functionsByKey(catalogue: Catalogue): Map<string, CatalogueFunction> {
  const found = known.get(catalogue)
  if (found) return found
  const made = new Map(catalogue.functions().map((one) => [functionKey(one), one]))
  known.set(catalogue, made)
  return made
}

/** The word limits and prices know a function by; the function of an API's own root repeats its name. */
export function functionKey({ api, id }: { api: string; id: string }): string {
  return id.startsWith(`${api}/`) ? id : `${api}/${id}`
}

/** A function that is no longer sold goes by its key. */
export function titlesOf(catalogue: Catalogue): (key: string) => string {
  const known = functionsByKey(catalogue)
  return (key) => known.get(key)?.title ?? key
}
