const TIMEOUT_MS = 2_000
/** Not the press itself: what is loaded would appear under the pointer before it is released. */
const SIGNS = ['click', 'keydown'] as const

/** Runs once, at the visitor's first touch or when the page has nothing better to do. */
export function whenIdle(run: () => void): () => void {
  const stop = () => {
    for (const sign of SIGNS) removeEventListener(sign, go, true)
    clearTimeout(timer)
    if (typeof cancelIdleCallback === 'function') cancelIdleCallback(idle)
  }
  const go = () => {
    stop()
    run()
  }
  let idle = 0
  for (const sign of SIGNS) addEventListener(sign, go, { capture: true, passive: true })
  const timer = setTimeout(() => {
    // Not in every browser: there the pause alone has to do.
    if (typeof requestIdleCallback === 'function') idle = requestIdleCallback(go, { timeout: TIMEOUT_MS })
    else go()
  }, TIMEOUT_MS)
  return stop
}
