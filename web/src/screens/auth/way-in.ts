import { useT } from '#i18n/i18n.tsx'
import { useHydrated } from '#lib/hydrated.ts'
import { recall, type WAYS_IN } from '#lib/storage.ts'

type WayIn = (typeof WAYS_IN)[number]

/** The props that mark the way in that was used last in this browser. Server-drawn markup cannot know it. */
export function useLastUsed(): (way: WayIn) => object {
  const t = useT()
  const last = useHydrated() ? recall('last_way') : undefined
  return (way) => (way === last ? { 'data-last': t('Last used'), 'aria-description': t('Last used') } : {})
}
