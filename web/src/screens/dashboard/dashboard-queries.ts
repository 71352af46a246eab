import { dashboard } from '@portico/contract/dashboard.ts'
import { queryOptions } from '@tanstack/react-query'
import { WITH_BALANCE } from '#account-states/states-query.ts'
import { call } from '#lib/api.ts'
import type { DashboardSearch } from './dashboard-search.ts'

/** The logins that all metrics of the page cover. */
export type Whose = Pick<DashboardSearch, 'scope' | 'login'>

/** The header shows the balance of this login, too. */
export function isActiveLogin({ scope, login }: Whose): boolean {
  return scope === 'api' && login === undefined
}

export const startQuery = queryOptions({
  queryKey: ['dashboard', 'start'],
  queryFn: ({ signal }) => call(dashboard.getStart, {}, signal),
  ...WITH_BALANCE,
})

export const balanceQuery = ({ scope, login }: Whose) =>
  queryOptions({
    queryKey: ['dashboard', 'balance', scope, login],
    queryFn: ({ signal }) => call(dashboard.getBalance, { scope, login }, signal),
    ...WITH_BALANCE,
  })

export const todayQuery = ({ scope, login }: Whose) =>
  queryOptions({
    queryKey: ['dashboard', 'today', scope, login],
    queryFn: ({ signal }) => call(dashboard.getToday, { scope, login }, signal),
    ...WITH_BALANCE,
  })

export const monthQuery = ({ scope, login }: Whose) =>
  queryOptions({
    queryKey: ['dashboard', 'month', scope, login],
    queryFn: ({ signal }) => call(dashboard.getMonth, { scope, login }, signal),
    ...WITH_BALANCE,
  })
