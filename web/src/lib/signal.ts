import { useSyncExternalStore } from 'react'

/** A value outside of React, one for the whole page; `first` is called when it is first read. */
export function createSignal<T extends {}>(first: () => T) {
  let value: T | undefined
  const listeners = new Set<() => void>()
  const get = () => {
    value ??= first()
    return value
  }
  const subscribe = (listener: () => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }
  return {
    get,
    set(next: T) {
      value = next
      for (const listener of listeners) listener()
    },
    use: () => useSyncExternalStore(subscribe, get, get),
  }
}
