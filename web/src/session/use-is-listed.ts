import { isAllowed } from '@portico/contract/menu.ts'
import { locationOf } from '#lib/location.ts'
import { useUser } from './session.ts'

/** Whether the user's role and modules have a screen: a link to one they do not have is not shown. */
export function useIsListed(): (to: string) => boolean {
  const user = useUser()
  return (to) => user !== null && isAllowed(locationOf(to).path, user.modules)
}
