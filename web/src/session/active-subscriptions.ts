import { recharge } from '@portico/contract/recharge.ts'
import { subscriptions } from '@portico/contract/subscriptions.ts'
import { queryOptions } from '@tanstack/react-query'
import { query } from '#lib/query.ts'

/** The subscriptions that give the active login extra access. */
export const activeSubscriptionsQuery = queryOptions({
  ...query(['subscriptions', 'active'], subscriptions.getActive, {}),
  staleTime: 60_000,
})

/** The on-demand subscription of the active login. */
export const activeRechargeQuery = queryOptions({
  ...query(['recharge', 'active'], recharge.getActive, {}),
  staleTime: 60_000,
})
