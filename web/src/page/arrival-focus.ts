import { type RefObject, useEffect } from 'react'

/**
 * On arrival at a screen, or at its next step, the focus is on its first empty field; where there is none, or where a
 * field would raise a phone's keyboard over the page, on the heading. A reader who is already typing is not
 * interrupted.
 */
export function useArrivalFocus(element: RefObject<HTMLElement | null>, step: string): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new step is a new arrival
  useEffect(() => {
    const at = document.activeElement
    const isAtWork = at?.matches('a, button, input, select, textarea') && !at.closest('[inert]')
    if (element.current && !isAtWork) target(element.current)?.focus({ preventScroll: true })
  }, [element, step])
}

function target(box: HTMLElement): HTMLElement | undefined {
  const reachable = (element: HTMLElement) => !element.closest('[inert]')
  const heading = [...box.querySelectorAll('h1')].find(reachable)
  if (!matchMedia('(pointer: fine)').matches) return heading
  const fields = [...box.querySelectorAll<HTMLInputElement>('input:not([type=checkbox], [readonly])')].filter(reachable)
  return fields.find((field) => field.value === '') ?? fields[0] ?? heading
}
