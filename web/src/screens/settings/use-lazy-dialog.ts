import { useMutation } from '@tanstack/react-query'
import { loadTwice } from '#lib/load-chunk.ts'
import { Problem } from '#lib/problem.ts'

/** The search over all functions weighs more than the rest of the screen: it comes when a limit is to be set. */
export function useLateDialog() {
  const { data, error, isPending, mutate } = useMutation({
    mutationFn: () =>
      loadTwice(() => import('./scope-limit-dialog.tsx')).catch(() => {
        throw new Problem('unreachable')
      }),
  })
  return {
    Dialog: data?.ScopeLimitDialog,
    isComing: isPending,
    problem: error,
    bring: () => {
      if (!data) mutate()
    },
  }
}
