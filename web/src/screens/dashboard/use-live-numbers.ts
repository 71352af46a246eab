import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useChanges } from '#session/live.ts'
import { balanceQuery, isActiveLogin, todayQuery, type Whose } from './dashboard-queries.ts'

const SPACING_MS = 1_000

/** What moves with every call is asked for anew when one was booked, once a second at most. */
export function useLiveNumbers(whose: Whose): void {
  const client = useQueryClient()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const next_ms = useRef(0)
  useEffect(() => () => clearTimeout(timer.current), [])
  useChanges((_change, isFirst) => {
    if (isFirst || timer.current) return
    timer.current = setTimeout(
      () => {
        timer.current = undefined
        next_ms.current = performance.now() + SPACING_MS
        client.invalidateQueries({ queryKey: todayQuery(whose).queryKey })
        // Elsewhere the header's own figure is shown, which has moved already.
        if (!isActiveLogin(whose)) client.invalidateQueries({ queryKey: balanceQuery(whose).queryKey })
      },
      Math.max(0, next_ms.current - performance.now()),
    )
  })
}
