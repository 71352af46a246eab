import { type RefObject, useState } from 'react'

/**
 * The container of a Base UI portal: the dialog that holds the control, since everything outside an open modal dialog
 * lies below it and is inert; otherwise the main landmark or the nearest theme, so that it is found and has its
 * colours.
 */
export function usePortalHome(control: RefObject<HTMLElement | null>) {
  const [home, setHome] = useState<HTMLElement | undefined>(undefined)
  function findHome() {
    setHome(control.current?.closest<HTMLElement>('dialog, main, .light, .dark') ?? undefined)
  }
  return [home, findHome] as const
}
