import { useEffectEvent, useLayoutEffect, useRef } from 'react'

/** For a select the server has drawn: what was chosen in it before the page came alive is heard as soon as it does. */
export function useEarlyChoice(now: string, onChoice: (chosen: string) => void) {
  const ref = useRef<HTMLSelectElement>(null)
  const listen = useEffectEvent(() => {
    const chosen = ref.current?.value ?? now
    if (chosen !== now) onChoice(chosen)
  })
  // Before anything draws the select again, which would put it back.
  useLayoutEffect(() => listen(), [])
  return ref
}
