const workers = new Set<() => void>()

/** Wakes the workers of this process; those of others poll once a second. */
export function wakeMailWorkers(): void {
  for (const wake of workers) wake()
}

export function onMailWakeup(wake: () => void): () => void {
  workers.add(wake)
  return () => workers.delete(wake)
}
