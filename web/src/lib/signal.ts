import { useSyncExternalStore } from 'react'

/** A value outside of React, one for the whole page; `first` is called when it is first read. */
export function createSignal<T>(first: () => T) {
  let value: { now: T } | undefined
  const listeners = new Set<() => void>()
  const get = () => {
    value ??= { now: first() }
    return value.now
  }
  const subscribe = (listener: () => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }
  return {
    get,
    set(next: T) {
      value = { now: next }
      for (const listener of listeners) listener()
    },
    use: () => useSyncExternalStore(subscribe, get, get),
  }
}
