import type { CatalogueFunction } from '@portico/contract/catalogue.ts'
import { isAllowed, type Modules } from '@portico/contract/menu.ts'
import { functionWords } from '#lib/function-words.ts'
import { functionAddress, sectionAddress } from '#lib/playground-address.ts'

export interface EndpointEntry {
  id: string
  label: string
  /** Its addresses, for who looks for one of them. */
  words: string
  /** Its description. */
  text: string
  url: string
  isExternal: boolean
}

/** The catalogue's functions, by name: in the playground where the user has it, else in the documentation. */
export function endpointEntries(
  functions: CatalogueFunction[],
  modules: Modules,
  docs_url: string | null,
): EndpointEntry[] {
  return functions.flatMap((one) => {
    const { id, title, playground } = one
    const isTriable = playground !== null && isAllowed(sectionAddress(playground), modules)
    const url = isTriable ? functionAddress(playground, one) : docs_url
    return url ? [{ ...functionWords(one), id, label: title, url, isExternal: !isTriable }] : []
  })
}
