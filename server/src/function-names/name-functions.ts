import type { CatalogueFunction } from '@portico/contract/catalogue.ts'
import type { Catalogue } from '#catalogue/index.ts'

/** By the list and not by the catalogue, which stays the same object when its documents change. */
const known = new WeakMap<readonly CatalogueFunction[], Map<string, CatalogueFunction>>()

/** The catalogue's functions by the key under which calls are counted: `serp/google/organic`. */
export function functionsByKey(catalogue: Catalogue): Map<string, CatalogueFunction> {
  const functions = catalogue.functions()
  const found = known.get(functions)
  if (found) return found
  const made = new Map(functions.map((one) => [functionKey(one), one]))
  known.set(functions, made)
  return made
}

/** The key of a function in limits and prices; the function at an API's root repeats the API's name. */
export function functionKey({ api, id }: { api: string; id: string }): string {
  return id.startsWith(`${api}/`) ? id : `${api}/${id}`
}

/** True for the name of an API or the key of a function. */
export function isCallable(catalogue: Catalogue, name: string): boolean {
  return catalogue.functions().some((one) => one.api === name || functionKey(one) === name)
}

/** A function that is no longer in the catalogue is shown by its key. */
export function titlesOf(catalogue: Catalogue): (key: string) => string {
  const known = functionsByKey(catalogue)
  return (key) => known.get(key)?.title ?? key
}
