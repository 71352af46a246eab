const PREFIX = 'portico-'

/** Caches filled while the product was used; the files of every user stay. */
export async function clearVisitedCache(): Promise<void> {
  await removeCaches(`${PREFIX}seen-`)
}

/** The operator has switched the worker off: nothing of it stays in this browser. */
export async function removeWorkerAndCaches(workers: ServiceWorkerContainer): Promise<void> {
  for (const registration of await workers.getRegistrations()) await registration.unregister()
  await removeCaches(PREFIX)
}

async function removeCaches(prefix: string): Promise<void> {
  const names = await caches.keys()
  await Promise.all(names.filter((name) => name.startsWith(prefix)).map((name) => caches.delete(name)))
}
