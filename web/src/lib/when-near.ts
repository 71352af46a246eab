/** Less than a turn of the wheel ahead. */
const AHEAD = '120px'
const TIMEOUT_MS = 8_000

/** Runs when the reader comes near, or after a while all the same, so that a search in the page finds it. */
export function whenNear(element: Element, run: () => void): () => void {
  const look = (seen: IntersectionObserverEntry[]) => seen.some(({ isIntersecting }) => isIntersecting) && go()
  const observer = new IntersectionObserver(look, { rootMargin: AHEAD })
  const go = () => {
    stop()
    run()
  }
  const timer = setTimeout(go, TIMEOUT_MS)
  const stop = () => {
    observer.disconnect()
    clearTimeout(timer)
  }
  observer.observe(element)
  return stop
}
