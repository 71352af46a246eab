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
  titleOf: (title: string) => string = (title) => title,
): EndpointEntry[] {
  return functions.flatMap((one) => {
    const { id, title, playground } = one
    const isTriable = playground !== null && isAllowed(sectionAddress(playground), modules)
    // The name in the document is found too, whatever language the page has.
    const words = functionWords(one)
    const url = isTriable ? functionAddress(playground, one) : docs_url
    return url
      ? [{ ...words, words: `${words.words} ${title}`, id, label: titleOf(title), url, isExternal: !isTriable }]
      : []
  })
}
