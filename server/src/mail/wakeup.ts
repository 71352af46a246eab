const workers = new Set<() => void>()

/** Tells the workers of this process that there is something new; those of others look once a second. */
export function wakeMailWorkers(): void {
  for (const wake of workers) wake()
}

export function onMailWakeup(wake: () => void): () => void {
  workers.add(wake)
  return () => workers.delete(wake)
}
