import { recharge } from '@portico/contract/recharge.ts'
import { subscriptions } from '@portico/contract/subscriptions.ts'
import { queryOptions } from '@tanstack/react-query'
import { call } from '#lib/api.ts'

/** What lets the active login in beyond what is open to all. */
export const activeSubscriptionsQuery = queryOptions({
  queryKey: ['subscriptions', 'active'],
  queryFn: ({ signal }) => call(subscriptions.getActive, {}, signal),
  staleTime: 60_000,
})

/** The on-demand subscription of the active login. */
export const activeRechargeQuery = queryOptions({
  queryKey: ['recharge', 'active'],
  queryFn: ({ signal }) => call(recharge.getActive, {}, signal),
  staleTime: 60_000,
})
