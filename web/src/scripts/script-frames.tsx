import { useEffect } from 'react'
import { ChatFrame } from './chat-frame.tsx'
import { ConsentBanner } from './consent-banner.tsx'
import { ConsentDialog } from './consent-dialog.tsx'
import { personFor } from './disclosures.ts'
import { may } from './may-load.ts'
import { ScriptFrame } from './script-frame.tsx'
import { begin, recordConsent, rereadConsent, useKnown } from './store.ts'

export { begin }

/**
 * The frames of the allowed scripts, and the question for consent. A frame that is no longer allowed is removed with
 * the next render.
 */
export function ScriptFrames() {
  const { setup, route, user, consent, isActing, isChoosing } = useKnown()
  useEffect(() => {
    if (user && consent) recordConsent()
  }, [user, consent])
  useEffect(() => {
    addEventListener('focus', rereadConsent)
    return () => removeEventListener('focus', rereadConsent)
  }, [])
  const now = { route, agreed: consent?.categories, isActing, user }
  const here = setup.parties.filter((script) => may(script, now))
  return (
    <>
      {here.map((script) =>
        script.name === 'chat' && user ? (
          <ChatFrame key={`chat ${user.id}`} script={script} user={user} />
        ) : (
          // Analytics receives no identity: a user who signs in is the visitor it has counted before.
          <ScriptFrame
            key={script.name === 'analytics' ? script.name : `${script.name} ${user?.id}`}
            script={script}
            person={user ? personFor(script.name, user, undefined) : undefined}
          />
        ),
      )}
      {!consent && !isActing && !isChoosing && <ConsentBanner />}
      {isChoosing && <ConsentDialog />}
    </>
  )
}
