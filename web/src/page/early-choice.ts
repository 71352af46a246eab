import { useEffectEvent, useLayoutEffect, useRef } from 'react'

/** For a select the server has drawn: a choice made before hydration is applied right after it. */
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
