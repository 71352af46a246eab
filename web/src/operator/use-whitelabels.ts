import type { Output } from '@portico/contract/endpoint.ts'
import { operator } from '@portico/contract/operator.ts'
import { useQuery } from '@tanstack/react-query'
import { call } from '#lib/api.ts'

export type Whitelabel = Output<typeof operator.listWhitelabels>['whitelabels'][number]

export function useWhitelabels() {
  return useQuery({
    queryKey: ['operator-whitelabels'],
    queryFn: ({ signal }) => call(operator.listWhitelabels, {}, signal),
  })
}
