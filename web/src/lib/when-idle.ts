const TIMEOUT_MS = 2_000

/**
 * For work that can wait; not every browser reports idle time, and after a page with frames Chromium may never do so.
 */
export function whenIdle(work: () => void): void {
  if (typeof requestIdleCallback === 'function') requestIdleCallback(work, { timeout: TIMEOUT_MS })
  else setTimeout(work, TIMEOUT_MS)
}
