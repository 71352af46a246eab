import type { Output } from '@portico/contract/endpoint.ts'
import { type OrderStatus, payments } from '@portico/contract/payments.ts'
import { promo } from '@portico/contract/promo.ts'
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '#lib/api.ts'
import { OF_MONEY } from '#money/balance.ts'

/** Prefix of all queries on these pages. */
export const PAYMENTS_KEY = ['payments']

export type Setup = Output<typeof payments.getSetup>

export const setupQuery = queryOptions({
  queryKey: [...PAYMENTS_KEY, 'setup'],
  queryFn: ({ signal }) => call(payments.getSetup, {}, signal),
  ...OF_MONEY,
})

export const quoteQuery = (amount_micros: number) =>
  queryOptions({
    queryKey: [...PAYMENTS_KEY, 'quote', amount_micros],
    queryFn: ({ signal }) => call(payments.quote, { amount_micros }, signal),
    placeholderData: keepPreviousData,
    ...OF_MONEY,
  })

export const orderQuery = (id: string) =>
  queryOptions({
    queryKey: [...PAYMENTS_KEY, 'order', id],
    queryFn: ({ signal }) => call(payments.getOrder, { id }, signal),
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

export const methodsQuery = queryOptions({
  queryKey: [...PAYMENTS_KEY, 'methods'],
  queryFn: ({ signal }) => call(payments.getMethods, {}, signal),
})

export const promoUsesQuery = queryOptions({
  queryKey: [...PAYMENTS_KEY, 'promo-uses'],
  queryFn: ({ signal }) => call(promo.getUses, {}, signal),
  ...OF_MONEY,
})
