import type { CatalogueFunction, CatalogueSection } from '@portico/contract/catalogue.ts'
import { readableName } from './name-path.ts'

/** Sections with their functions: those of the menu in its order, then the operator's own by name. */
export function listSections(
  functions: readonly CatalogueFunction[],
  sectionsOf: (one: CatalogueFunction) => readonly string[],
  titles: ReadonlyMap<string, string>,
  order: readonly string[],
): CatalogueSection[] {
  const found = new Map<string, string[]>(order.map((id) => [id, []]))
  const added = new Set(functions.flatMap(sectionsOf).filter((id) => !order.includes(id)))
  for (const id of [...added].toSorted()) found.set(id, [])
  for (const one of functions) for (const id of sectionsOf(one)) found.get(id)?.push(one.id)
  return [...found]
    .filter(([, ids]) => ids.length > 0)
    .map(([id, ids]) => ({ id, title: titles.get(id) ?? readableName(id), functions: ids }))
}
