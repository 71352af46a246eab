import { closing } from '@portico/contract/closing.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useToast } from '#forms/use-toast.tsx'
import { call } from '#lib/api.ts'
import { useSession, useUser } from './session.ts'

/** One press undoes the closing of the account one works on. */
export function useKeepAccount() {
  const client = useQueryClient()
  const session = useSession()
  const user = useUser()
  const toast = useToast()
  return useMutation({
    mutationFn: () => call(closing.keepAccount, {}),
    onSuccess: ({ closes_at }) => {
      if (user) session.update({ ...user, closes_at })
      toast.good('The closing was canceled. Everything works as before.')
      return client.invalidateQueries()
    },
    onError: toast.problem,
  })
}
