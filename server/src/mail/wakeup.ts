/** Ends a wait early. A ring while nobody waits is kept for the next wait, so that none is missed. */
export interface Wakeup {
  ring(): void
  wait(ms: number): Promise<void>
}

export function createWakeup(): Wakeup {
  let is_rung = false
  let end: (() => void) | undefined
  return {
    ring: () => {
      is_rung = true
      end?.()
    },
    wait: async (ms) => {
      const { promise, resolve } = Promise.withResolvers<void>()
      const timer = setTimeout(resolve, is_rung ? 0 : ms)
      end = resolve
      await promise
      clearTimeout(timer)
      end = undefined
      is_rung = false
    },
  }
}

const workers = new Set<() => void>()

/** Tells the workers of this process that there is something new; those of others look once a second. */
export function wakeMailWorkers(): void {
  for (const hear of workers) hear()
}

export function onMailWakeup(hear: () => void): () => void {
  workers.add(hear)
  return () => workers.delete(hear)
}
