const workers = new Set<() => void>()

/** Tells the workers of this process that there is something new; those of others look once a second. */
export function wakeMailWorkers(): void {
  for (const hear of workers) hear()
}

export function onMailWakeup(hear: () => void): () => void {
  workers.add(hear)
  return () => workers.delete(hear)
}
