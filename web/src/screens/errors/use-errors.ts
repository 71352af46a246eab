import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { navigate, usePlace } from '#lib/place.ts'
import { useUtcDay } from '#traffic/use-utc-day.ts'
import { type Change, changed, type ErrorsPlace, readPlace } from './errors-place.ts'

export interface Errors extends ErrorsPlace {
  now_ms: number
  /** Puts a change into the address, and so into everything. */
  change(change: Change): void
  /** The address a change leads to. */
  linkTo(change: Change): string
  refresh(): void
}

/** The place of this screen, as of a moment that moves on only when the reader asks for it, or a new day begins. */
export function useErrors(): Errors {
  const place = usePlace()
  const client = useQueryClient()
  const [asked_ms, setNow] = useState(() => Date.now())
  const now_ms = Math.max(asked_ms, useUtcDay())
  const linkTo = (change: Change) => `${place.path}${changed(place.search, change)}`
  return {
    ...readPlace(place, now_ms),
    now_ms,
    change: (change) => navigate(linkTo(change)),
    linkTo,
    refresh: () => {
      setNow(Date.now())
      client.invalidateQueries({ queryKey: ['errors'] })
    },
  }
}
