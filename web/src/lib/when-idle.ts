const TIMEOUT_MS = 2_000

/** For what nobody waits for; not every browser tells when it has time, and after a page with frames Chromium may never tell. */
export function whenIdle(work: () => void): void {
  if (typeof requestIdleCallback === 'function') requestIdleCallback(work, { timeout: TIMEOUT_MS })
  else setTimeout(work, TIMEOUT_MS)
}
