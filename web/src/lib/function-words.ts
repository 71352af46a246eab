import type { CatalogueFunction } from '@portico/contract/catalogue.ts'

/** What a function is looked for by, beside its name: its addresses, and what is said about it and its methods. */
export function functionWords({ id, summary, methods }: CatalogueFunction): { words: string; text: string } {
  const texts = new Set([summary, ...methods.flatMap((method) => [method.title, method.summary])])
  return { words: [id, ...methods.map(({ path }) => path)].join(' '), text: [...texts].join(' ') }
}
