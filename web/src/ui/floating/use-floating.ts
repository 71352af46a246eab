import { type RefObject, useLayoutEffect } from 'react'
import { type Position, positionBeside } from './position-beside.ts'

/**
 * Keeps an open popover beside its anchor while the page scrolls or changes size. Positions go through the CSSOM, so they
 * pass a strict content security policy. Until it is placed, the style sheet keeps `[data-placed]`-less popovers unseen.
 */
export function useFloating(
  anchor: RefObject<Element | null>,
  floating: RefObject<HTMLElement | null>,
  isOpen: boolean,
  { side, align }: Position,
  gap = 6,
) {
  useLayoutEffect(() => {
    if (!isOpen) return
    function updatePosition() {
      const box = floating.current
      const from = anchor.current?.getBoundingClientRect()
      if (!box || !from) return
      const size = { width: box.offsetWidth, height: box.offsetHeight }
      const view = { width: document.documentElement.clientWidth, height: window.innerHeight }
      const { left, top } = positionBeside(from, size, view, { side, align }, gap)
      box.style.left = `${left}px`
      box.style.top = `${top}px`
      box.dataset.placed = ''
    }
    updatePosition()
    window.addEventListener('scroll', updatePosition, { capture: true, passive: true })
    window.addEventListener('resize', updatePosition)
    const box = floating.current
    return () => {
      window.removeEventListener('scroll', updatePosition, { capture: true })
      window.removeEventListener('resize', updatePosition)
      if (box) delete box.dataset.placed
    }
  }, [anchor, floating, isOpen, side, align, gap])
}
