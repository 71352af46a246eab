const PATIENCE_MS = 2_000

/** For what nobody waits for; not every browser tells when it has time. */
export function whenIdle(work: () => void): void {
  if (typeof requestIdleCallback === 'function') requestIdleCallback(work)
  else setTimeout(work, PATIENCE_MS)
}
