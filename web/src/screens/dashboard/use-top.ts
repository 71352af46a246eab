import { useQuery } from '@tanstack/react-query'
import { type ComponentType, useEffect, useState } from 'react'
import { statesQuery } from '#account-states/states-query.ts'
import { loadPart } from '#lib/load-chunk.ts'
import { startQuery } from './dashboard-queries.ts'
import type { Scope } from './dashboard-search.ts'
import type { TopProps } from './top.tsx'

const loadTop = async () => (await import('./top.tsx')).Top

interface Above {
  /** The content above the metrics is known, so that nothing below it will move. */
  isKnown: boolean
  /** Left out where there is nothing. */
  Top?: ComponentType<TopProps> | undefined
  props: TopProps
}

/** Banners and first steps: requested beside the metrics, and drawn at the same moment. A failed one is left out. */
export function useTop(scope: Scope): Above {
  const states = useQuery(statesQuery(scope))
  const start = useQuery({ ...startQuery, enabled: scope === 'api' })
  const [Top, setTop] = useState<ComponentType<TopProps>>()
  const [isLost, setLost] = useState(false)
  const shown = scope === 'api' ? start.data : undefined
  const isNeeded = (states.data?.states.length ?? 0) > 0 || shown?.is_shown === true
  useEffect(() => {
    if (!isNeeded || Top) return
    let isHere = true
    loadPart(loadTop).then(
      (part) => isHere && setTop(() => part),
      () => isHere && setLost(true),
    )
    return () => {
      isHere = false
    }
  }, [isNeeded, Top])
  const isAnswered = !states.isPending && (scope === 'h2h' || !start.isPending)
  return {
    isKnown: isAnswered && (!isNeeded || Top !== undefined || isLost),
    Top: isNeeded ? Top : undefined,
    props: { states: states.data?.states ?? [], now_ms: states.dataUpdatedAt, start: shown },
  }
}
