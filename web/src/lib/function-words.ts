import type { CatalogueFunction, CatalogueSection } from '@portico/contract/catalogue.ts'

/** The searchable words of a function beside its name: its addresses and the descriptions of it and its methods. */
export function functionWords({ id, summary, methods }: CatalogueFunction): { words: string; text: string } {
  const texts = new Set([summary, ...methods.flatMap((method) => [method.title, method.summary])])
  return { words: [id, ...methods.map(({ path }) => path)].join(' '), text: [...texts].join(' ') }
}

/** The same functions, those that are used most first. */
export function usedFirst<F extends { id: string }>(functions: readonly F[], most_used: readonly string[]): F[] {
  const ranks = new Map(most_used.map((id, at) => [id, at]))
  const rank = ({ id }: F) => ranks.get(id) ?? most_used.length
  return functions.toSorted((a, b) => rank(a) - rank(b))
}

/** The functions in the order of the menu, those with a price before lists of locations and the like. */
export function soldFirst<F extends Pick<CatalogueFunction, 'playground' | 'methods'>>(catalogue: {
  functions: readonly F[]
  playground: readonly Pick<CatalogueSection, 'id'>[]
}): F[] {
  const sections = catalogue.playground.map(({ id }) => id)
  const rank = ({ playground, methods }: F) => {
    const section = sections.indexOf(playground ?? '')
    const isSold = methods.some(({ kind }) => kind !== 'reference')
    return (isSold ? 0 : sections.length + 1) + (section < 0 ? sections.length : section)
  }
  return catalogue.functions.toSorted((a, b) => rank(a) - rank(b))
}
