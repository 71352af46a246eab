import { dashboard } from '@portico/contract/dashboard.ts'
import { queryOptions } from '@tanstack/react-query'
import { query } from '#lib/query.ts'
import { OF_MONEY } from '#money/balance.ts'

/** Depends on the balance and on the time: the poll of the balance requests it too. */
export const WITH_BALANCE = { ...OF_MONEY, staleTime: 20_000 }

export const statesQuery = (scope: 'api' | 'h2h') =>
  queryOptions({
    ...query(['dashboard', 'states', scope], dashboard.getStates, { scope }),
    ...WITH_BALANCE,
  })
