import { type BudgetList, budgets } from '@portico/contract/budgets.ts'
import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { useToast } from '#forms/use-toast.tsx'
import type { MessageKey } from '#i18n/i18n.tsx'
import { query } from '#lib/query.ts'
import { OF_MONEY } from '#money/balance.ts'

export const budgetsQuery = queryOptions({
  ...query(['budgets'], budgets.getBudgets, {}),
  refetchOnWindowFocus: 'always',
  ...OF_MONEY,
})

/** The reply to a change has all budgets, and the card shows it. */
export function useSavedBudgets() {
  const client = useQueryClient()
  const toast = useToast()
  return (list: BudgetList, done: MessageKey) => {
    client.setQueryData(budgetsQuery.queryKey, list)
    toast.good(done)
  }
}
