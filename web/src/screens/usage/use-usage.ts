import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { navigate, usePlace } from '#lib/place.ts'
import { useUtcDay } from '#traffic/use-utc-day.ts'
import { type Change, changed, readPlace, type UsagePlace } from './usage-place.ts'

export interface Usage extends UsagePlace {
  path: string
  now_ms: number
  /** Puts a change into the address, and so into everything. */
  change(change: Change): void
  refresh(): void
}

/** The place of this screen, as of a moment that moves on only when the reader asks for it, or a new day begins. */
export function useUsage(): Usage {
  const place = usePlace()
  const client = useQueryClient()
  const [asked_ms, setNow] = useState(() => Date.now())
  const now_ms = Math.max(asked_ms, useUtcDay())
  return {
    ...readPlace(place, now_ms),
    path: place.path,
    now_ms,
    change: (change) => navigate(`${place.path}${changed(place.search, change)}`),
    refresh: () => {
      setNow(Date.now())
      client.invalidateQueries({ queryKey: ['usage'] })
    },
  }
}
