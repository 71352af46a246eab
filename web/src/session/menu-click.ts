import type { MenuItem } from '@portico/contract/menu.ts'

type Listener = (item: MenuItem) => void

const listeners = new Set<Listener>()

/** Raised when an entry of the left menu that has no entries of its own is clicked. */
export function raiseMenuItemClick(item: MenuItem): void {
  for (const listener of listeners) listener(item)
}

export function onMenuItemClick(listener: Listener): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
