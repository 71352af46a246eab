import { dashboard } from '@portico/contract/dashboard.ts'
import { queryOptions } from '@tanstack/react-query'
import { call } from '#lib/api.ts'
import type { Scope } from './dashboard-place.ts'

/** What changes by the minute is asked for by the minute, while the window is looked at. */
export const EVERY = { refetchInterval: 60_000, staleTime: 20_000 }

export const statesQuery = (scope: Scope) =>
  queryOptions({
    queryKey: ['dashboard', 'states', scope],
    queryFn: ({ signal }) => call(dashboard.getStates, { scope }, signal),
    ...EVERY,
  })

export const balanceQuery = (scope: Scope) =>
  queryOptions({
    queryKey: ['dashboard', 'balance', scope],
    queryFn: ({ signal }) => call(dashboard.getBalance, { scope }, signal),
    ...EVERY,
  })

export const todayQuery = (scope: Scope) =>
  queryOptions({
    queryKey: ['dashboard', 'today', scope],
    queryFn: ({ signal }) => call(dashboard.getToday, { scope }, signal),
    ...EVERY,
  })

export const monthQuery = (scope: Scope) =>
  queryOptions({
    queryKey: ['dashboard', 'month', scope],
    queryFn: ({ signal }) => call(dashboard.getMonth, { scope }, signal),
  })
