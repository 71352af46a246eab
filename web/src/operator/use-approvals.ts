import { operator } from '@portico/contract/operator.ts'
import { useQuery } from '@tanstack/react-query'
import { query } from '#lib/query.ts'
import { useMay } from './me.ts'

export type Shown = 'waiting' | 'over'

/** Requests are made by colleagues at other browsers: they are read again every minute. */
export function useApprovals(show: Shown) {
  const may = useMay()
  return useQuery({
    ...query(['approvals', show], operator.listApprovals, { show }),
    enabled: may('see_approvals'),
    refetchInterval: 60_000,
  })
}

/** How many wait for this very person. */
export function useWaitingCount(): number {
  const may = useMay()
  const { data } = useApprovals('waiting')
  if (!may('approve')) return 0
  return data?.approvals.filter(({ may_decide, is_own }) => may_decide && !is_own).length ?? 0
}
