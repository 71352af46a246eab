import { access } from '@portico/contract/access.ts'
import { firstPath, isAllowed } from '@portico/contract/menu.ts'
import { users } from '@portico/contract/users.ts'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { useToast } from '#forms/use-toast.tsx'
import { call } from '#lib/api.ts'
import { leaveFirst, navigate } from '#lib/location.ts'
import { query } from '#lib/query.ts'
import { activeRechargeQuery, activeSubscriptionsQuery } from './active-subscriptions.ts'
import { useSession } from './session.ts'
import { showOtherLogin } from './show-other-login.ts'

const SWITCHED_MS = 1_500

/** The active API login and those one may change to, the personal one first. */
export const accessInfoQuery = queryOptions({
  ...query(['access-info'], access.getAccessInfo, {}),
  staleTime: 5 * 60_000,
})

/**
 * Switches to another login. Balance, subscriptions and all else on the page belong to a login, so all of it is
 * requested again.
 */
export function useSwitchLogin() {
  const session = useSession()
  const client = useQueryClient()
  const toast = useToast({ good_ms: SWITCHED_MS, error_ms: SWITCHED_MS })
  const change = useMutation({
    mutationFn: (login: string) => call(users.setActiveApiUser, { login }),
    onSuccess: async (answer) => {
      const user = answer.data?.user
      if (!user) {
        toast.bad('Error')
        return
      }
      const renewed = showOtherLogin(client, session, user, () => [
        client.fetchQuery({ ...activeSubscriptionsQuery, staleTime: 0 }),
        client.fetchQuery({ ...activeRechargeQuery, staleTime: 0 }),
      ])
      // The menu follows the role: a screen that the other login does not have is left.
      if (!isAllowed(location.pathname, user.modules)) navigate(firstPath(user.modules))
      toast.good('Active API login was changed successful')
      return renewed
    },
    onError: () => toast.bad('Error'),
  })
  const mutate: typeof change.mutate = (login, options) => leaveFirst(() => change.mutate(login, options))
  return { ...change, mutate }
}
