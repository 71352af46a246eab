import { useEffect, useRef, useState } from 'react'

export type CopyState = 'idle' | 'copied' | 'failed'

const SHOWN_MS = 1600

/** Copies a text and shows the result for a moment. */
export function useCopy(): [CopyState, (text: string) => Promise<CopyState>] {
  const [state, setState] = useState<CopyState>('idle')
  const timer = useRef<number>(undefined)
  useEffect(() => () => window.clearTimeout(timer.current), [])

  async function copy(text: string) {
    const result: CopyState = await navigator.clipboard.writeText(text).then(
      () => 'copied' as const,
      () => 'failed' as const,
    )
    setState(result)
    window.clearTimeout(timer.current)
    timer.current = window.setTimeout(() => setState('idle'), SHOWN_MS)
    return result
  }
  return [state, copy]
}
