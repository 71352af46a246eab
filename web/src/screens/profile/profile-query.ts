import { profile } from '@portico/contract/profile.ts'
import { queryOptions } from '@tanstack/react-query'
import { call } from '#lib/api.ts'

export const profileQuery = queryOptions({
  queryKey: ['profile'],
  queryFn: ({ signal }) => call(profile.getProfile, {}, signal),
  // Whoever comes back to the page sees what was saved elsewhere.
  refetchOnWindowFocus: 'always',
})
