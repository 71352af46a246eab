import { isAllowed } from '@portico/contract/menu.ts'
import { locationOf } from '#lib/location.ts'
import { useUser } from '#session/session.ts'

/** True when the user's role and modules include a screen: a link to any other is not shown. */
export function useIsListed(): (to: string) => boolean {
  const user = useUser()
  return (to) => user !== null && isAllowed(locationOf(to).path, user.modules)
}
