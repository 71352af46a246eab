import { team } from '@portico/contract/team.ts'
import { queryOptions } from '@tanstack/react-query'
import { call } from '#lib/api.ts'
import { ACCESS_KEY } from '../access-queries.ts'

export const teamQuery = queryOptions({
  queryKey: [...ACCESS_KEY, 'team'],
  queryFn: ({ signal }) => call(team.getTeam, {}, signal),
})
