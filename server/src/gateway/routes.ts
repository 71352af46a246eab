import type { Entry } from '#catalogue/room.ts'

/** The addresses of the data API: the family's, and those of documents that pass as they are, each with its sandbox. */
export function addressesOf(plain_roots: readonly string[]): string[] {
  const own = plain_roots.flatMap((root) => [`/${root}`, `/${root}/*`])
  return ['/v3/*', ...own].flatMap((url) => [url, `/sandbox${url}`])
}

/** Whether an address belongs to a document that passes as it is. */
export function plainAddresses(plain_roots: readonly string[]): (url: string) => boolean {
  const roots = new Set(plain_roots)
  return (url) => roots.has(/^\/(?:sandbox\/)?([^/?]*)/.exec(url)?.[1] ?? '')
}

/** What a page of another origin may send: nothing a browser keeps, so any page may. */
export function preflightOf(entries: readonly Entry[]): Record<string, string> {
  const plain = entries.filter((entry) => entry.plain !== null)
  const methods = new Set(['GET', 'POST', ...plain.map(({ http_method }) => http_method), 'OPTIONS'])
  const headers = new Set([
    'Authorization',
    'Content-Type',
    'Content-Encoding',
    'Idempotency-Key',
    'X-Max-Cost',
    ...plain.flatMap((entry) => entry.plain?.headers ?? []),
  ])
  return {
    'access-control-allow-methods': [...methods].join(', '),
    'access-control-allow-headers': [...headers].join(', '),
    'access-control-max-age': '86400',
  }
}
