import type { Output } from '@portico/contract/endpoint.ts'
import { type OrderStatus, payments } from '@portico/contract/payments.ts'
import { promo } from '@portico/contract/promo.ts'
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '#lib/api.ts'
import { query } from '#lib/query.ts'
import { OF_MONEY } from '#money/balance.ts'

/** Prefix of all queries on these pages. */
export const PAYMENTS_KEY = ['payments']

export type Setup = Output<typeof payments.getSetup>

export const setupQuery = queryOptions({
  ...query([...PAYMENTS_KEY, 'setup'], payments.getSetup, {}),
  ...OF_MONEY,
})

export const quoteQuery = (amount_micros: number) =>
  queryOptions({
    ...query([...PAYMENTS_KEY, 'quote', amount_micros], payments.quote, { amount_micros }),
    placeholderData: keepPreviousData,
    ...OF_MONEY,
  })

export const orderQuery = (id: string) =>
  queryOptions({
    ...query([...PAYMENTS_KEY, 'order', id], payments.getOrder, { id }),
    ...OF_MONEY,
  })

export const ordersQuery = (status: OrderStatus | undefined) =>
  infiniteQueryOptions({
    queryKey: [...PAYMENTS_KEY, 'orders', status],
    queryFn: ({ signal, pageParam: before }) =>
      call(payments.listOrders, { ...(status && { status }), ...(before && { before }) }, signal),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
    placeholderData: keepPreviousData,
    ...OF_MONEY,
  })

export const methodsQuery = query([...PAYMENTS_KEY, 'methods'], payments.getMethods, {})

export const promoUsesQuery = queryOptions({
  ...query([...PAYMENTS_KEY, 'promo-uses'], promo.getUses, {}),
  ...OF_MONEY,
})
