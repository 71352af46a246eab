import type { Joined } from '@portico/contract/invitation.ts'
import { ROLE_NAMES } from '@portico/contract/role.ts'
import { useToast } from '#forms/use-toast.tsx'
import { useT } from '#i18n/i18n.tsx'

/** Shows a user who has just joined a team which one it is, and their role. */
export function useJoinedToast(): (joined: Joined) => void {
  const t = useT()
  const toast = useToast()
  return ({ team, role }) => toast.good('You are now in {team}’s team, as {role}.', { team, role: t(ROLE_NAMES[role]) })
}
