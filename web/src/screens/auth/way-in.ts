import { useT } from '#i18n/i18n.tsx'
import { useHydrated } from '#lib/hydrated.ts'
import { recall } from '#lib/storage.ts'

/** The props that mark the way in that was used last in this browser. Server-drawn markup cannot know it. */
export function useLastUsed(): (way: string) => object {
  const t = useT()
  const last = useHydrated() ? recall('last_way') : undefined
  const text = t('Last used')
  return (way) => (way === last ? { 'data-last': text, 'aria-description': text } : {})
}
