import { billing, type Period, type TransactionKind } from '@portico/contract/billing.ts'
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '#lib/api.ts'
import { query } from '#lib/query.ts'
import { OF_MONEY } from '#money/balance.ts'
import { PAYMENTS_KEY } from './payments-queries.ts'

export const detailsQuery = queryOptions({
  ...query([...PAYMENTS_KEY, 'billing', 'details'], billing.getDetails, {}),
  // Coming back to the page shows what was saved in another tab.
  refetchOnWindowFocus: 'always',
})

export const documentsQuery = infiniteQueryOptions({
  queryKey: [...PAYMENTS_KEY, 'billing', 'documents'],
  queryFn: ({ signal, pageParam: before }) => call(billing.listDocuments, before ? { before } : {}, signal),
  initialPageParam: '',
  getNextPageParam: ({ next }) => next,
  ...OF_MONEY,
})

export const historyQuery = ({ from, to, kind }: Period & { kind: TransactionKind | undefined }) =>
  infiniteQueryOptions({
    queryKey: [...PAYMENTS_KEY, 'billing', 'history', from, to, kind],
    queryFn: ({ signal, pageParam: before }) =>
      call(billing.getHistory, { from, to, ...(kind && { kind }), ...(before && { before }) }, signal),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
    placeholderData: keepPreviousData,
    ...OF_MONEY,
  })
