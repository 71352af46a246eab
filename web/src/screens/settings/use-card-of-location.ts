import { useCardFocus } from '#forms/use-card-focus.ts'
import { useLocation } from '#lib/location.ts'
import { paths } from '#lib/paths.ts'

export const CARD_IDS = { access: 'api-access', limits: 'api-limits' } as const

/** The settings have addresses of their own for two cards; the others are named behind a `#`. */
export function cardOf(path: string, hash: string): string | undefined {
  if (path === paths.apiSettingsAccess) return CARD_IDS.access
  if (path === paths.apiSettingsLimits) return CARD_IDS.limits
  return hash.slice(1) || undefined
}

export function useCardOfLocation(isLoaded: boolean): void {
  const { path, hash } = useLocation()
  useCardFocus(cardOf(path, hash), isLoaded)
}
