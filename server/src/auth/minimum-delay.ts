import { setTimeout as pause } from 'node:timers/promises'

/** Answers no sooner than this, whatever the work took, so that time does not tell a known address from an unknown one. */
export async function withMinimumDelay<T>(at_least_ms: number, work: () => Promise<T>): Promise<T> {
  const [done] = await Promise.allSettled([work(), pause(at_least_ms)])
  if (done.status === 'rejected') throw done.reason
  return done.value
}

/** Counts from now: whoever waits for it before answering answers no sooner than this. */
export function minimumDelay(ms: number): Promise<void> {
  return pause(ms, undefined, { ref: false })
}
