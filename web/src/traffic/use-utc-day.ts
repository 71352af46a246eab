import { DAY_MS } from '@portico/contract/time.ts'
import { useEffect, useState } from 'react'

const LOOKED_UP_MS = 15_000

/** When the day began that it is in UTC, also on a page that is left open overnight. */
export function useUtcDay(): number {
  const [day, setDay] = useState(today)
  useEffect(() => {
    const timer = setInterval(() => setDay(today()), LOOKED_UP_MS)
    return () => clearInterval(timer)
  }, [])
  return day * DAY_MS
}

function today(): number {
  return Math.floor(Date.now() / DAY_MS)
}
