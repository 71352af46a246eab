import { useEffect } from 'react'

/** Scrolls to the card an address names, once when it is drawn and again when the content above it has its height. */
export function useCardFocus(card: string | undefined, isLoaded: boolean): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: loaded cards are higher than their skeletons
  useEffect(() => {
    const element = document.getElementById(card ?? '')
    const heading = element?.querySelector('h2')
    if (!element || !heading) return
    heading.tabIndex = -1
    heading.focus({ preventScroll: true })
    element.scrollIntoView({ block: 'start' })
  }, [card, isLoaded])
}
