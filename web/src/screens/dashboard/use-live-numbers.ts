import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useChanges } from '#money/live.ts'
import { balanceQuery, isActiveLogin, todayQuery, type Whose } from './dashboard-queries.ts'

const SPACING_MS = 1_000

/** Queries that change with every call are repeated when one was booked, at most once a second. */
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
        // Otherwise the header's own number is shown, which has changed already.
        if (!isActiveLogin(whose)) client.invalidateQueries({ queryKey: balanceQuery(whose).queryKey })
      },
      Math.max(0, next_ms.current - performance.now()),
    )
  })
}
