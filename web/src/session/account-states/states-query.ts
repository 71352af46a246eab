import { dashboard } from '@portico/contract/dashboard.ts'
import { queryOptions } from '@tanstack/react-query'
import { call } from '#lib/api.ts'

/** What changes by the minute is asked for by the minute, while the window is looked at. */
export const EVERY_MINUTE = { refetchInterval: 60_000, staleTime: 20_000 }

export const statesQuery = (scope: 'api' | 'h2h') =>
  queryOptions({
    queryKey: ['dashboard', 'states', scope],
    queryFn: ({ signal }) => call(dashboard.getStates, { scope }, signal),
    ...EVERY_MINUTE,
  })
