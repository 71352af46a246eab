import type { Endpoint, Sent } from '@portico/contract/endpoint.ts'
import { type QueryKey, queryOptions } from '@tanstack/react-query'
import { call } from './api.ts'

/** Reads one endpoint. The key names all that the input depends on. */
export function query<E extends Endpoint, const K extends QueryKey>(queryKey: K, endpoint: E, input: Sent<E>) {
  return queryOptions({ queryKey, queryFn: ({ signal }) => call(endpoint, input, signal) })
}
