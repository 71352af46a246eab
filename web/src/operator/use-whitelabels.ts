import type { Output } from '@portico/contract/endpoint.ts'
import { operator } from '@portico/contract/operator.ts'
import { useQuery } from '@tanstack/react-query'
import { query } from '#lib/query.ts'

export type Whitelabel = Output<typeof operator.listWhitelabels>['whitelabels'][number]

export function useWhitelabels() {
  return useQuery(query(['operator-whitelabels'], operator.listWhitelabels, {}))
}
