import { useSyncExternalStore } from 'react'
import { createSignal } from './signal.ts'

const SLOW_AFTER_MS = 3_000

let underWay = 0
let timer: ReturnType<typeof setTimeout> | undefined
const slow = createSignal(() => false)

/** Marks requests the page cannot do without, such as the user's own data: while one is late, `useSlow` is true. */
export function critical<T>(work: Promise<T>): Promise<T> {
  underWay += 1
  if (underWay === 1) timer = setTimeout(() => slow.set(true), isSlowNetwork() ? 0 : SLOW_AFTER_MS)
  const done = () => {
    underWay -= 1
    if (underWay > 0) return
    clearTimeout(timer)
    if (slow.get()) slow.set(false)
  }
  work.then(done, done)
  return work
}

export const useSlow = slow.use
export const slowNow = slow.get

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

/** Not every browser reports it. */
function isSlowNetwork(): boolean {
  const connection: unknown = Reflect.get(navigator, 'connection')
  return typeof connection === 'object' && connection !== null && Reflect.get(connection, 'effectiveType') === 'slow-2g'
}
