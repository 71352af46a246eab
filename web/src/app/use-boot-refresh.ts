import { type Boot, booting } from '@portico/contract/boot.ts'
import { useEffect, useState } from 'react'
import { call } from '#lib/api.ts'
import type { Session } from '#session/session.ts'

/**
 * The server's boot state. The page may have been drawn for a visitor who then signed in, and notices change: then it is
 * requested again. Without a reply the previous state stays.
 */
export function useBootRefresh(boot: Boot, session: Session): Boot {
  const [bootState, setBootState] = useState(boot)
  useEffect(() => refreshWithSession(session, setBootState), [session])
  return bootState
}

export function refreshWithSession(
  session: Session,
  change: (next: (now: Boot) => Boot) => void,
  read = () => call(booting.boot, {}),
): () => void {
  let latest = 0
  return session.subscribe((event) => {
    // Another theme or language changes nothing of the boot state.
    if (event === 'habits') return
    latest += 1
    const turn = latest
    // Nothing of the previous user may be visible to the next one.
    if (event === 'ended')
      return change((now) => ({
        ...now,
        user: null,
        credits: null,
        had_trial: false,
        notices: [],
        impersonated_by: null,
      }))
    read().then(
      (next) => turn === latest && change(() => next),
      () => {},
    )
  })
}
