import { recharge } from '@portico/contract/recharge.ts'
import { subscriptions } from '@portico/contract/subscriptions.ts'
import { queryOptions } from '@tanstack/react-query'
import { call } from '#lib/api.ts'

/** The subscriptions that give the active login extra access. */
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
