import { subscriptions } from '@portico/contract/subscriptions.ts'
import { queryOptions } from '@tanstack/react-query'
import { call } from '#lib/api.ts'
import { OF_MONEY } from '../balance.ts'

const PENDING_MS = 3_000

/** All products with the account's state; polled while a payment is in progress. */
export const subscriptionsQuery = queryOptions({
  queryKey: ['subscriptions', 'all'],
  queryFn: ({ signal }) => call(subscriptions.getSubscriptions, {}, signal),
  ...OF_MONEY,
  refetchInterval: ({ state }) => (state.data?.subscriptions.some(({ order }) => order !== null) ? PENDING_MS : false),
})

export const calculatorQuery = (product: string) =>
  queryOptions({
    queryKey: ['subscriptions', 'calculator', product],
    queryFn: ({ signal }) => call(subscriptions.getCalculator, { product }, signal),
  })
