let last: Promise<unknown> = Promise.resolve()

/**
 * Sends a call that gives the session a new token, one at a time in all tabs. Over plain http browsers have no locks;
 * there only the calls of this page wait for each other.
 */
export function whileRenewing<T>(send: () => Promise<T>, mode: LockMode = 'exclusive'): Promise<T> {
  if ('locks' in navigator) return navigator.locks.request('renewal', { mode }, send) as Promise<T>
  const sent = last.then(send)
  last = sent.catch(() => {})
  return sent
}

/** Resolves when no call that renews the session is in progress: the browser has the new token then. */
export function afterRenewal(): Promise<void> {
  return whileRenewing(async () => {}, 'shared')
}
