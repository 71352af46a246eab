import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { navigate, useLocation } from '#lib/location.ts'
import { useUtcDay } from '#traffic/use-utc-day.ts'
import { type Change, changed, parseSearch, type UsageSearch } from './usage-search.ts'

export interface Usage extends UsageSearch {
  path: string
  now_ms: number
  /** Puts a change into the address, and so into everything. */
  change(change: Change): void
  refresh(): void
}

/** The search of this screen, as of a time that moves only when the reader asks for it, or a new day begins. */
export function useUsage(): Usage {
  const location = useLocation()
  const client = useQueryClient()
  const [requested_ms, setNow] = useState(() => Date.now())
  const now_ms = Math.max(requested_ms, useUtcDay())
  return {
    ...parseSearch(location, now_ms),
    path: location.path,
    now_ms,
    change: (change) => navigate(`${location.path}${changed(location.search, change)}`),
    refresh: () => {
      setNow(Date.now())
      client.invalidateQueries({ queryKey: ['usage'] })
    },
  }
}
