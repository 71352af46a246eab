import { useEffect, useState } from 'react'

/** Whole seconds until then, counted down as they pass. */
export function useSecondsLeft(until_ms: number): number {
  const [now_ms, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1_000)
    return () => clearInterval(timer)
  }, [])
  return Math.max(0, Math.ceil((until_ms - now_ms) / 1_000))
}
