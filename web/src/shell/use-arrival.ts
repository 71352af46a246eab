import { type RefObject, useEffect, useRef } from 'react'
import { useLocation } from '#lib/location.ts'

/**
 * Whoever goes to another screen stands at its heading, so that it is read out and the Tab key goes on from there. Who
 * moved by a control that is still there within the content, such as a tab, stays at it.
 */
export function useArrival(content: RefObject<HTMLElement | null>): void {
  const { path } = useLocation()
  const seen = useRef(path)
  useEffect(() => {
    if (seen.current === path) return
    seen.current = path
    const element = content.current
    if (!element || element.contains(document.activeElement) || document.querySelector('dialog[open]')) return
    const heading = element.querySelector<HTMLElement>('h1') ?? element
    heading.tabIndex = -1
    heading.focus({ preventScroll: true })
  }, [path, content])
}
