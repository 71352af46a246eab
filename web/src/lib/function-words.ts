import type { CatalogueFunction } from '@portico/contract/catalogue.ts'

/** The searchable words of a function beside its name: its addresses and the descriptions of it and its methods. */
export function functionWords({ id, summary, methods }: CatalogueFunction): { words: string; text: string } {
  const texts = new Set([summary, ...methods.flatMap((method) => [method.title, method.summary])])
  return { words: [id, ...methods.map(({ path }) => path)].join(' '), text: [...texts].join(' ') }
}
