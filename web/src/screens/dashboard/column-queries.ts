import { access } from '@portico/contract/access.ts'
import { dashboard } from '@portico/contract/dashboard.ts'
import type { Output } from '@portico/contract/endpoint.ts'
import { errors } from '@portico/contract/errors.ts'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '#lib/api.ts'
import { OF_MONEY } from '#money/balance.ts'
import { rangeNamed } from '#traffic/ranges.ts'
import type { DashboardSearch, Scope } from './dashboard-search.ts'

/** Queries of the parts below the metrics; they are loaded with their code. */
export type Spend = Output<typeof dashboard.getSpendByDay>

export const statusQuery = (scope: Scope) =>
  queryOptions({
    queryKey: ['dashboard', 'status', scope],
    queryFn: ({ signal }) => call(dashboard.getServiceStatus, { scope }, signal),
    refetchInterval: 60_000,
    staleTime: 20_000,
  })

export const subscriptionsQuery = (scope: Scope) =>
  queryOptions({
    queryKey: ['dashboard', 'subscriptions', scope],
    queryFn: ({ signal }) => call(dashboard.getSubscriptions, { scope }, signal),
    ...OF_MONEY,
  })

export function spendQuery({ scope, login, range }: DashboardSearch) {
  const params = { scope, login, ...range }
  return queryOptions({
    queryKey: ['dashboard', 'spend', params],
    queryFn: ({ signal }) => call(dashboard.getSpendByDay, params, signal),
    placeholderData: keepPreviousData,
  })
}

export function topQuery({ scope, login, range }: DashboardSearch) {
  const params = { scope, login, ...range }
  return queryOptions({
    queryKey: ['dashboard', 'top', params],
    queryFn: ({ signal }) => call(dashboard.getTopFunctions, params, signal),
    placeholderData: keepPreviousData,
  })
}

/** The same rows the screen of errors shows. */
export function latestErrorsQuery(scope: Scope, now_ms: number) {
  const params = { scope, ...rangeNamed('7d', now_ms), sort: 'last' as const, page_size: 5 }
  return queryOptions({
    queryKey: ['errors', 'groups', params],
    queryFn: ({ signal }) => call(errors.getErrorGroups, params, signal),
  })
}

export const credentialsQuery = queryOptions({
  queryKey: ['access', 'credentials'],
  queryFn: ({ signal }) => call(access.getCredentials, {}, signal),
})
