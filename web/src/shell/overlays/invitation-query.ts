import { team } from '@portico/contract/team.ts'
import { queryOptions } from '@tanstack/react-query'
import { call } from '#lib/api.ts'

export const invitationQuery = queryOptions({
  queryKey: ['invitation'],
  queryFn: ({ signal }) => call(team.pendingInvitation, {}, signal),
})
