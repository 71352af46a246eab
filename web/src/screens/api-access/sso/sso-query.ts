import { sso } from '@portico/contract/sso.ts'
import { queryOptions } from '@tanstack/react-query'
import { call } from '#lib/api.ts'
import { ACCESS_KEY } from '../access-queries.ts'

export const ssoQuery = queryOptions({
  queryKey: [...ACCESS_KEY, 'sso'],
  queryFn: ({ signal }) => call(sso.getSso, {}, signal),
})
