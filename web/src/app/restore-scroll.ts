const GIVE_UP_MS = 5_000
const HANDS = ['wheel', 'touchstart', 'keydown', 'pointerdown'] as const
let stopLast = () => {}

/**
 * Scrolls there as soon as the page is long enough, and again when its height changed meanwhile, as with a list that is
 * drawn in parts; it stops when the reader scrolls.
 */
export function restoreScroll(to_px: number): void {
  const isThere = () => Math.abs(window.scrollY - to_px) < 2
  const height = () => document.documentElement.scrollHeight
  const isLongEnough = () => height() - window.innerHeight >= to_px - 1
  let seen_px = 0
  const scroll = () => {
    seen_px = height()
    if (!isThere()) window.scrollTo(0, to_px)
  }
  stopLast()
  scroll()
  if (to_px === 0) return
  // Otherwise the browser follows what it shows when something above it gets its height, which is away from here.
  const { style } = document.documentElement
  style.overflowAnchor = 'none'
  const observer = new ResizeObserver(scroll)
  const stop = () => {
    style.overflowAnchor = ''
    observer.disconnect()
    clearTimeout(timer)
    for (const event of HANDS) removeEventListener(event, stop)
    removeEventListener('scroll', stopWhenLeft)
  }
  /**
   * The page has left a position it still has, so the reader scrolled, unless the height changed between two frames.
   */
  const stopWhenLeft = () => {
    if (isThere() || !isLongEnough()) return
    if (height() === seen_px) stop()
    else scroll()
  }
  stopLast = stop
  const timer = setTimeout(stop, GIVE_UP_MS)
  for (const event of HANDS) addEventListener(event, stop, { passive: true })
  addEventListener('scroll', stopWhenLeft, { passive: true })
  observer.observe(document.body)
}
