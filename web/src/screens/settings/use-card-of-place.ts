import { useEffect } from 'react'
import { paths } from '#lib/paths.ts'
import { usePlace } from '#lib/place.ts'

export const CARD_IDS = { access: 'api-access', limits: 'api-limits' } as const

/** The settings have addresses of their own for two cards; everything else opens at the top. */
export function cardOf(path: string): string | undefined {
  if (path === paths.apiSettingsAccess) return CARD_IDS.access
  if (path === paths.apiSettingsLimits) return CARD_IDS.limits
  return undefined
}

/** Stands at the card the address names, once when it is drawn and again when what is above it has its height. */
export function useCardOfPlace(isLoaded: boolean): void {
  const card = cardOf(usePlace().path)
  // biome-ignore lint/correctness/useExhaustiveDependencies: loaded cards are higher than their skeletons
  useEffect(() => {
    const place = document.getElementById(card ?? '')
    const heading = place?.querySelector('h2')
    if (!place || !heading) return
    heading.tabIndex = -1
    heading.focus({ preventScroll: true })
    place.scrollIntoView({ block: 'start' })
  }, [card, isLoaded])
}
