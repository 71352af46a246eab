import { closing } from '@portico/contract/closing.ts'
import { queryOptions } from '@tanstack/react-query'
import { call } from '#lib/api.ts'

export const closingQuery = queryOptions({
  queryKey: ['closing'],
  queryFn: ({ signal }) => call(closing.getClosing, {}, signal),
})
