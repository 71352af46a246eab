import type { CatalogueFunction } from '@portico/contract/catalogue.ts'
import { isAllowed, type Modules } from '@portico/contract/menu.ts'
import { paths } from '#lib/paths.ts'

export interface EndpointEntry {
  id: string
  label: string
  /** Its addresses, for who looks for one of them. */
  words: string
  url: string
  isExternal: boolean
}

/** What is sold, by name: its place in the playground where the user has it, else the documentation. */
export function endpointEntries(
  functions: CatalogueFunction[],
  modules: Modules,
  docs_url: string | null,
): EndpointEntry[] {
  return functions.flatMap(({ id, title, playground, methods }) => {
    const inside = playground && paths.apiPlaygroundSection.replace(':section', encodeURIComponent(playground))
    const isTriable = inside !== null && isAllowed(inside, modules)
    const url = isTriable ? `${inside}?function=${encodeURIComponent(id)}` : docs_url
    if (!url) return []
    const words = [id, ...methods.map(({ path }) => path)].join(' ')
    return [{ id, label: title, words, url, isExternal: !isTriable }]
  })
}
