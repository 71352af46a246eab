import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query'
import type { MessageKey } from '#i18n/i18n.tsx'
import { useToast } from './use-toast.tsx'

/** A change made by pressing a button: shows the result and repeats the queries it has changed. */
export function useAction<Input = void>(action: {
  work: (input: Input) => Promise<unknown>
  done: MessageKey
  changes: QueryKey
}) {
  const toast = useToast()
  const client = useQueryClient()
  return useMutation({
    mutationFn: action.work,
    onSuccess: async () => {
      toast.good(action.done)
      await client.invalidateQueries({ queryKey: action.changes })
    },
    onError: toast.problem,
  })
}
