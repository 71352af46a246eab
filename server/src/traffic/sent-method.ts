import type { Catalogue } from '#catalogue/index.ts'

/** The method as it was sent. Rows of version 0.2 lack it: theirs follows from the catalogue. */
export function sentMethod(
  catalogue: Catalogue,
  { http_method, method, path }: { http_method: string | null; method: string; path: string },
): string {
  return http_method ?? (method === 'reference' && !catalogue.find('POST', path) ? 'GET' : 'POST')
}
