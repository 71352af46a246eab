import { useEffect, useState } from 'react'

/** The time, refreshed now and then: for texts in minutes. */
export function useNow(every_ms: number): number {
  const [now_ms, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), every_ms)
    return () => clearInterval(timer)
  }, [every_ms])
  return now_ms
}
