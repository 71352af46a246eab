import { type RefObject, useEffect, useRef } from 'react'
import { useLocation } from '#lib/location.ts'

/**
 * Opening another screen focuses its heading, so that it is read out and the Tab key continues from there. A control
 * that is still there within the content, such as a tab, keeps the focus.
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
