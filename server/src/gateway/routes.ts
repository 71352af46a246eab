import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyInstance } from 'fastify'
import type { Catalogue, Entry, PlainRoots } from '#catalogue/index.ts'

/** All routes of the data API: `/v3`, and the roots of plain documents, each with its sandbox. */
function addressesOf({ everywhere, on_api_host }: PlainRoots): { url: string; is_on_api_host: boolean }[] {
  const urlsOf = (roots: string[]) => roots.flatMap((root) => [`/${root}`, `/${root}/*`])
  const withSandbox = (urls: string[]) => urls.flatMap((url) => [url, `/sandbox${url}`])
  return [
    ...withSandbox(['/v3/*', ...urlsOf(everywhere)]).map((url) => ({ url, is_on_api_host: false })),
    ...withSandbox(urlsOf(on_api_host)).map((url) => ({ url, is_on_api_host: true })),
  ]
}

interface Route {
  url: string
  host?: string
  /** Of a document that was not there when the routes were made. */
  sold?: 'later'
}

export function routesOf(roots: PlainRoots, api_host: string | undefined): Route[] {
  const on_api_host = api_host === undefined ? {} : { host: api_host }
  return [
    ...addressesOf(roots).map(({ url, is_on_api_host }) => ({ url, ...(is_on_api_host && on_api_host) })),
    { url: '/*', sold: 'later' },
    // The host of the API answers every other address by itself.
    ...(api_host === undefined ? [] : [{ url: '/*', ...on_api_host, sold: 'later' as const }]),
  ]
}

type Strategy = Parameters<FastifyInstance['addConstraintStrategy']>[0]
type Handler = Parameters<ReturnType<Strategy['storage']>['set']>[1]

/** The router calls it for every address; what is not of a plain document has the routes of the dashboard. */
export function soldLater(isOfPlain: (url: string, host: string | undefined) => boolean): Strategy {
  return {
    name: 'sold',
    storage: () => {
      const handlers = new Map<unknown, Handler>()
      return {
        get: (key) => handlers.get(key) ?? null,
        set: (key, handler) => void handlers.set(key, handler),
      }
    },
    validate: () => undefined,
    deriveConstraint: ({ url = '/', headers }) => (isOfPlain(url, headers.host) ? 'later' : undefined),
  }
}

/** Returns a test whether a URL at a host belongs to a plain document. */
export function plainAddresses(
  { everywhere, on_api_host }: PlainRoots,
  api_host: string | undefined,
): (url: string, host: string | undefined) => boolean {
  const roots = new Set(everywhere)
  const own_roots = new Set([...everywhere, ...on_api_host])
  return (url, host) => {
    const root = /^\/(?:sandbox\/)?([^/?]*)/.exec(url)?.[1] ?? ''
    return (host !== undefined && host === api_host ? own_roots : roots).has(root)
  }
}

/** CORS preflight headers. Any origin may call, because credentials of the browser (cookies) never count. */
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

/** A document may declare OPTIONS; the preflight of a browser is recognised by its header. */
export function isSoldOptions(
  catalogue: Pick<Catalogue, 'find'>,
  { url, headers }: { url: string; headers: IncomingHttpHeaders },
): boolean {
  if (headers['access-control-request-method'] !== undefined) return false
  const [path = '/'] = url.replace(/^\/sandbox(?=\/)/, '').split('?')
  return catalogue.find('OPTIONS', path) !== undefined
}
