import { useCardFocus } from '#forms/use-card-focus.ts'
import { useLocation } from '#lib/location.ts'
import { parseLocation } from './access-tabs.ts'

/** Each card goes to itself when the address names it: cards that come later must not take the focus again. */
export function useNamedCard(id: string, isLoaded: boolean): void {
  const { card } = parseLocation(useLocation())
  useCardFocus(card === id ? id : undefined, isLoaded)
}
