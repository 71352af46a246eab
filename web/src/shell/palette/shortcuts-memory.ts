import { useSyncExternalStore } from 'react'
import { recall, remember } from '#lib/storage.ts'

const listeners = new Set<() => void>()

export function areShortcutsOff(): boolean {
  return recall('shortcuts_off') ?? false
}

export function setShortcutsOff(isOff: boolean): void {
  remember('shortcuts_off', isOff)
  for (const listener of listeners) listener()
}

export function useShortcutsOff(): boolean {
  return useSyncExternalStore(onChange, areShortcutsOff, areShortcutsOff)
}

function onChange(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
