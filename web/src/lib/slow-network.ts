import { useSyncExternalStore } from 'react'

const SLOW_AFTER_MS = 3_000

let underWay = 0
let isSlow = false
let timer: ReturnType<typeof setTimeout> | undefined
const listeners = new Set<() => void>()

/** Marks requests the page cannot do without, such as the user's own data: while one is late, `useSlow` is true. */
export function critical<T>(work: Promise<T>): Promise<T> {
  underWay += 1
  if (underWay === 1) timer = setTimeout(() => announce(true), isSlowNetwork() ? 0 : SLOW_AFTER_MS)
  const done = () => {
    underWay -= 1
    if (underWay > 0) return
    clearTimeout(timer)
    announce(false)
  }
  work.then(done, done)
  return work
}

export function useSlow(): boolean {
  return useSyncExternalStore(onSlow, slowNow, slowNow)
}

/** Whether the browser has a connection at all. */
export function useOnline(): boolean {
  return useSyncExternalStore(
    onConnection,
    () => navigator.onLine,
    () => true,
  )
}

function onConnection(listener: () => void): () => void {
  const over = new AbortController()
  for (const name of ['online', 'offline']) addEventListener(name, listener, over)
  return () => over.abort()
}

export function slowNow(): boolean {
  return isSlow
}

function onSlow(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function announce(next: boolean): void {
  if (next === isSlow) return
  isSlow = next
  for (const listener of listeners) listener()
}

/** Not every browser reports it. */
function isSlowNetwork(): boolean {
  const connection: unknown = Reflect.get(navigator, 'connection')
  return typeof connection === 'object' && connection !== null && Reflect.get(connection, 'effectiveType') === 'slow-2g'
}
