import { useEffect } from 'react'

/** Stands at the card an address names, once when it is drawn and again when what is above it has its height. */
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
