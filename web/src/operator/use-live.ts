import { STAFF_LIVE_PATH } from '@portico/contract/live-address.ts'
import { useEffect, useEffectEvent, useState } from 'react'
import type { StreamState } from '#lib/live-stream.ts'
import { loadTwice } from '#lib/load-chunk.ts'
import { useMe } from './me.ts'

/** Calls back, at most every few seconds, after anything was booked for any customer; without a stream the page has to poll. */
export function useLive(onChange: () => void): StreamState {
  const { email } = useMe()
  const [state, setState] = useState<StreamState>('opening')
  const changed = useEffectEvent(onChange)
  useEffect(() => {
    let isOver = false
    let close = () => {}
    // Its code is not needed to draw the page.
    loadTwice(() => import('#lib/live-stream.ts')).then(
      ({ openStream }) => {
        if (isOver) return
        close = openStream({
          shared: `console ${email}`,
          path: STAFF_LIVE_PATH,
          onChange: (_change, isFirst) => isFirst || changed(),
          onState: setState,
          onNotices: () => {},
          onInbox: () => {},
        })
      },
      () => isOver || setState('lost'),
    )
    return () => {
      isOver = true
      close()
    }
  }, [email])
  return state
}
