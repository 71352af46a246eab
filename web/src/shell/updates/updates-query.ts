import { updates } from '@portico/contract/updates.ts'
import { queryOptions } from '@tanstack/react-query'
import { call } from '#lib/api.ts'

export const updatesQuery = queryOptions({
  queryKey: ['updates'],
  queryFn: ({ signal }) => call(updates.getUpdates, {}, signal),
  staleTime: 10 * 60_000,
})
