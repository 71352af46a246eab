import { profile } from '@portico/contract/profile.ts'
import { queryOptions } from '@tanstack/react-query'
import { query } from '#lib/query.ts'

export const profileQuery = queryOptions({
  ...query(['profile'], profile.getProfile, {}),
  // Coming back to the page shows what was saved in another tab.
  refetchOnWindowFocus: 'always',
})
