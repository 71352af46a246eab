import type { CheckedInvitation, OpenInvitation } from '@portico/contract/invitation.ts'
import { joinTeam } from '@portico/contract/join-team.ts'
import { createContext, use, useEffect, useState } from 'react'
import { call } from '#lib/api.ts'
import { forgetInvitation, storedInvitation } from '#public-pages/invitation.ts'
import { useBootState } from '#session/boot-state.ts'

/** Nothing is known of one that is just being looked up, or could not be: the server decides when the form is sent. */
type State = { is: 'none' } | { is: 'over' } | { is: 'open'; invitation: OpenInvitation }

const NONE: State = { is: 'none' }

interface Invited {
  /** The one that brought the visitor here and can be used. */
  invitation: OpenInvitation | null
  isOver: boolean
  /** The server has reported it, too late for the page to know before. */
  markOver(): void
  /** By the visitor's own choice. */
  goOnWithout(): void
}

const InvitedContext = createContext<Invited | undefined>(undefined)
export const InvitedProvider = InvitedContext

export function useInvited(): Invited {
  const invited = use(InvitedContext)
  if (!invited) throw new Error('InvitedProvider is missing')
  return invited
}

/** The invitation of this page: from its address, or one this browser has stored. */
export function useInvitation(): Invited {
  const { invitation: first } = useBootState()
  const [state, setState] = useState<State>(() => (first ? stateOf(first) : NONE))
  useEffect(() => {
    const key = storedInvitation()
    // Given up since the page came.
    if (!key) return setState(NONE)
    if (first) {
      if (!first.open) forgetInvitation()
      return
    }
    let isHere = true
    call(joinTeam.checkInvitation, key).then(
      (checked) => {
        if (!checked.open) forgetInvitation()
        if (isHere) setState(stateOf(checked))
      },
      () => {},
    )
    return () => {
      isHere = false
    }
  }, [first])
  const leave = (next: State) => {
    forgetInvitation()
    setState(next)
  }
  return {
    invitation: state.is === 'open' ? state.invitation : null,
    isOver: state.is === 'over',
    markOver: () => leave({ is: 'over' }),
    goOnWithout: () => leave(NONE),
  }
}

function stateOf({ open }: CheckedInvitation): State {
  return open ? { is: 'open', invitation: open } : { is: 'over' }
}
