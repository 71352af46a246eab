import { type CatalogueFunction, catalogue } from '@portico/contract/catalogue.ts'
import { queryOptions } from '@tanstack/react-query'
import { call } from '#lib/api.ts'

/** A call that returns data: what comes first in the catalogue, is answered at once and needs no subscription. */
export const sampleCallQuery = queryOptions({
  queryKey: ['sample-call'],
  queryFn: async ({ signal }) => {
    const { functions } = await call(catalogue.list, {}, signal)
    const id = firstLive(functions)
    if (id === undefined) return null
    const method = (await call(catalogue.get, { id }, signal)).methods.find(isLive)
    // Bodies are lists of tasks.
    return method ? { path: method.path, body: JSON.stringify([method.sample], null, 2) } : null
  },
  staleTime: Number.POSITIVE_INFINITY,
})

export function firstLive(functions: CatalogueFunction[]): string | undefined {
  return functions.find(({ subscription, methods }) => subscription === null && methods.some(isLive))?.id
}

function isLive({ kind, http_method, tariff }: CatalogueFunction['methods'][number]): boolean {
  return kind === 'live' && http_method === 'POST' && tariff !== null
}
