import { useQuery } from '@tanstack/react-query'
import { Late } from '#ui/late.tsx'
import type { Scope } from './dashboard-place.ts'
import { statesQuery } from './dashboard-queries.ts'

const loadBanners = async () => (await import('./state-banners.tsx')).StateBanners

/** What stops calls or soon will; nothing is shown when nothing does, and nothing while that is not known. */
export function StateStrip({ scope }: { scope: Scope }) {
  const { data, dataUpdatedAt } = useQuery(statesQuery(scope))
  if (!data || data.states.length === 0) return null
  return <Late load={loadBanners} props={{ states: data.states, now_ms: dataUpdatedAt }} waiting={null} />
}
