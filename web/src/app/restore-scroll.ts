const GIVE_UP_MS = 3_000

/** Scrolls there as soon as the page is long enough; whoever scrolls by hand meanwhile is left alone. */
export function restoreScroll(to_px: number): void {
  const scroll = () => {
    window.scrollTo(0, to_px)
    return Math.abs(window.scrollY - to_px) < 2
  }
  if (scroll()) return
  const observer = new ResizeObserver(() => scroll() && stop())
  const stop = () => {
    observer.disconnect()
    clearTimeout(timer)
    for (const event of HANDS) removeEventListener(event, stop)
  }
  const timer = setTimeout(stop, GIVE_UP_MS)
  for (const event of HANDS) addEventListener(event, stop, { passive: true })
  observer.observe(document.body)
}

const HANDS = ['wheel', 'touchstart', 'keydown', 'pointerdown'] as const
