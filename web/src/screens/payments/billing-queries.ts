import { billing, type Movement, type Period } from '@portico/contract/billing.ts'
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '#lib/api.ts'

export const detailsQuery = queryOptions({
  queryKey: ['billing', 'details'],
  queryFn: ({ signal }) => call(billing.getDetails, {}, signal),
})

export const documentsQuery = infiniteQueryOptions({
  queryKey: ['billing', 'documents'],
  queryFn: ({ signal, pageParam: before }) => call(billing.listDocuments, before ? { before } : {}, signal),
  initialPageParam: '',
  getNextPageParam: ({ next }) => next,
})

export const historyQuery = ({ from, to, kind }: Period & { kind: Movement | undefined }) =>
  infiniteQueryOptions({
    queryKey: ['billing', 'history', from, to, kind],
    queryFn: ({ signal, pageParam: before }) =>
      call(billing.getHistory, { from, to, ...(kind && { kind }), ...(before && { before }) }, signal),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
    placeholderData: keepPreviousData,
  })
