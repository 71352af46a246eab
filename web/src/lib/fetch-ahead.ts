import type { QueryClient } from '@tanstack/react-query'

type FetchAhead = (path: string, client: QueryClient) => void

let fetchAheadOf: FetchAhead = () => {}

/** The table of routes decides how an address is prefetched. */
export function whenFetchedAhead(action: FetchAhead): void {
  fetchAheadOf = action
}

export function fetchAhead(path: string, client: QueryClient): void {
  fetchAheadOf(path, client)
}
