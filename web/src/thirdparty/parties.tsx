import { useEffect } from 'react'
import { ChatFrame } from './chat-frame.tsx'
import { ConsentBanner } from './consent-banner.tsx'
import { ConsentDialog } from './consent-dialog.tsx'
import { begin, recordConsent, rereadConsent, useKnown } from './known.ts'
import { may } from './may.ts'
import { PartyFrame } from './party-frame.tsx'
import { personFor } from './told.ts'

export { begin }

/** The frames of those who may be here now, and the question whether they may. A frame that may no longer be here is gone with the next drawing. */
export function Parties() {
  const { setup, route, user, consent, isActing, isChoosing } = useKnown()
  useEffect(() => {
    if (user && consent) recordConsent()
  }, [user, consent])
  useEffect(() => {
    addEventListener('focus', rereadConsent)
    return () => removeEventListener('focus', rereadConsent)
  }, [])
  const now = { route, agreed: consent?.categories, isActing, user }
  const here = setup.parties.filter((party) => may(party, now))
  return (
    <>
      {here.map((party) =>
        party.name === 'chat' && user ? (
          <ChatFrame key={`chat ${user.id}`} party={party} user={user} />
        ) : (
          // Analytics is told of nobody: who signs in is the visitor it has counted before.
          <PartyFrame
            key={party.name === 'analytics' ? party.name : `${party.name} ${user?.id}`}
            party={party}
            person={user ? personFor(party.name, user, undefined) : undefined}
          />
        ),
      )}
      {!consent && !isActing && !isChoosing && <ConsentBanner />}
      {isChoosing && <ConsentDialog />}
    </>
  )
}
