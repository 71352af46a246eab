import { useSyncExternalStore } from 'react'

const never = () => () => {}

/** False in the HTML the server drew and until the page is alive: a form must not send itself the browser's own way. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
}
