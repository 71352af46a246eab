import type { User } from '@portico/contract/user.ts'
import { forget, recall } from '#lib/storage.ts'
import { useBootState } from '#session/boot-state.ts'
import { useSession } from '#session/session.ts'

/** Ends a sign-in: staff who came for the console go there, everyone else to their dashboard. */
export function useEnter(): (user: User) => void {
  const session = useSession()
  const { serves } = useBootState()
  return (user) => {
    const wanted = recall('fragment_path')
    // The console of staff is a document of its own, not a screen of this one.
    if (serves.staff && wanted?.startsWith('/operator')) {
      forget('fragment_path')
      location.replace(wanted)
    } else session.begin(user)
  }
}
