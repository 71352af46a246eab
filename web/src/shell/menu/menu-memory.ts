import { useSyncExternalStore } from 'react'
import { recall, remember } from '#lib/storage.ts'

interface MenuMemory {
  isCompact: boolean
  /** Groups by name and entries by id that the reader has opened or closed. */
  open: Record<string, boolean>
}

let memory: MenuMemory | undefined
const listeners = new Set<() => void>()

/** The menu's state, here and on every later page; panel and drawer share it. */
export function useMenuMemory(): MenuMemory {
  return useSyncExternalStore(onChange, memoryNow, memoryNow)
}

export function setCompact(isCompact: boolean): void {
  remember('menu_compact', isCompact)
  change({ ...memoryNow(), isCompact })
}

export function setOpen(key: string, isOpen: boolean): void {
  const open = { ...memoryNow().open, [key]: isOpen }
  remember('menu_open', open)
  change({ ...memoryNow(), open })
}

function memoryNow(): MenuMemory {
  memory ??= { isCompact: recall('menu_compact') ?? false, open: recall('menu_open') ?? {} }
  return memory
}

function change(next: MenuMemory): void {
  memory = next
  for (const listener of listeners) listener()
}

function onChange(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
