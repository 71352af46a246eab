import { dashboard } from '@portico/contract/dashboard.ts'
import { queryOptions } from '@tanstack/react-query'
import { call } from '#lib/api.ts'

/** Changing every minute, it is requested every minute, while the window is visible. */
export const EVERY_MINUTE = { refetchInterval: 60_000, staleTime: 20_000 }

export const statesQuery = (scope: 'api' | 'h2h') =>
  queryOptions({
    queryKey: ['dashboard', 'states', scope],
    queryFn: ({ signal }) => call(dashboard.getStates, { scope }, signal),
    ...EVERY_MINUTE,
  })
