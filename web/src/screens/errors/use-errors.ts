import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { navigate, useLocation } from '#lib/location.ts'
import { useUtcDay } from '#traffic/use-utc-day.ts'
import { type Change, changed, type ErrorsSearch, parseSearch } from './errors-search.ts'

export interface Errors extends ErrorsSearch {
  now_ms: number
  /** Puts a change into the address, and so into everything. */
  change(change: Change): void
  /** The address a change leads to. */
  linkTo(change: Change): string
  refresh(): void
}

/** The search of this screen, as of a time that moves only when the reader asks for it, or a new day begins. */
export function useErrors(): Errors {
  const location = useLocation()
  const client = useQueryClient()
  const [requested_ms, setNow] = useState(() => Date.now())
  const now_ms = Math.max(requested_ms, useUtcDay())
  const linkTo = (change: Change) => `${location.path}${changed(location.search, change)}`
  return {
    ...parseSearch(location, now_ms),
    now_ms,
    change: (change) => navigate(linkTo(change)),
    linkTo,
    refresh: () => {
      setNow(Date.now())
      client.invalidateQueries({ queryKey: ['errors'] })
    },
  }
}
