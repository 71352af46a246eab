import type { Joined } from '@portico/contract/invitation.ts'
import { useT } from '#i18n/i18n.tsx'
import { useNotice } from './notice.ts'
import { ROLE_NAMES } from './role-names.ts'

/** Tells whoever has just joined a team which one they are in now, and as what. */
export function useJoinedToast(): (joined: Joined) => void {
  const t = useT()
  const notice = useNotice()
  return ({ team, role }) => notice.good(t('You are now in {team} as {role}.', { team, role: t(ROLE_NAMES[role]) }))
}
