import { setTimeout as pause } from 'node:timers/promises'

/**
 * Answers no sooner than this, however long the work took, so that time does not distinguish known from unknown
 * addresses.
 */
export async function withMinimumDelay<T>(at_least_ms: number, work: () => Promise<T>): Promise<T> {
  const [done] = await Promise.allSettled([work(), pause(at_least_ms)])
  if (done.status === 'rejected') throw done.reason
  return done.value
}

/** Counts from now: a caller who awaits it before answering answers no sooner than this. */
export function minimumDelay(ms: number): Promise<void> {
  return pause(ms, undefined, { ref: false })
}
