import { subscriptions } from '@portico/contract/subscriptions.ts'
import { queryOptions } from '@tanstack/react-query'
import { query } from '#lib/query.ts'
import { OF_MONEY } from '../balance.ts'

const PENDING_MS = 3_000

/** All products with the account's state; polled while a payment is in progress. */
export const subscriptionsQuery = queryOptions({
  ...query(['subscriptions', 'all'], subscriptions.getSubscriptions, {}),
  ...OF_MONEY,
  refetchInterval: ({ state }) => (state.data?.subscriptions.some(({ order }) => order !== null) ? PENDING_MS : false),
})

export const calculatorQuery = (product: string) =>
  query(['subscriptions', 'calculator', product], subscriptions.getCalculator, { product })
