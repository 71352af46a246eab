import { profile } from '@portico/contract/profile.ts'
import { queryOptions } from '@tanstack/react-query'
import { call } from '#lib/api.ts'

export const profileQuery = queryOptions({
  queryKey: ['profile'],
  queryFn: ({ signal }) => call(profile.getProfile, {}, signal),
  // Coming back to the page shows what was saved in another tab.
  refetchOnWindowFocus: 'always',
})
