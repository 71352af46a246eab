import { createSignal } from '#lib/signal.ts'
import { recall, remember } from '#lib/storage.ts'

interface MenuMemory {
  isCompact: boolean
  /** Groups by name and entries by id that the reader has opened or closed. */
  open: Record<string, boolean>
}

const memory = createSignal(
  (): MenuMemory => ({ isCompact: recall('menu_compact') ?? false, open: recall('menu_open') ?? {} }),
)

/** The menu's state, here and on every later page; panel and drawer share it. */
export const useMenuMemory = memory.use

export function setCompact(isCompact: boolean): void {
  remember('menu_compact', isCompact)
  memory.set({ ...memory.get(), isCompact })
}

export function setOpen(key: string, isOpen: boolean): void {
  const open = { ...memory.get().open, [key]: isOpen }
  remember('menu_open', open)
  memory.set({ ...memory.get(), open })
}
