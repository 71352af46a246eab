import { STAFF_LIVE_PATH } from '@portico/contract/live-address.ts'
import { useEffect, useEffectEvent, useState } from 'react'
import type { StreamState } from '#lib/live-stream.ts'
import { startStream } from '#lib/start-stream.ts'
import { useMe } from './me.ts'

/** Calls back, at most every few seconds, after anything was booked for any customer; without a stream the page has to poll. */
export function useLive(onChange: () => void): StreamState {
  const { email } = useMe()
  const [state, setState] = useState<StreamState>('opening')
  const changed = useEffectEvent(onChange)
  useEffect(() => {
    return startStream({
      shared: `console ${email}`,
      path: STAFF_LIVE_PATH,
      onChange: (_change, isFirst) => isFirst || changed(),
      onState: setState,
    })
  }, [email])
  return state
}
