import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { Problem } from './problem.ts'

export type Answer<T> = { state: 'asking' } | { state: 'here'; value: T } | { state: 'failed'; problem: Problem }

const ASKING = { state: 'asking' } as const

/**
 * Requests once, when the screen appears, and again only through `again`. For the public screens, whose replies are
 * used once and need no cache. `received` runs only while the screen is mounted.
 */
export function useOnce<T>(ask: () => Promise<T>, received: (value: T) => void = () => {}) {
  const [answer, setAnswer] = useState<Answer<T>>(ASKING)
  const [round, setRound] = useState(0)
  const request = useRef<{ round: number; promise: Promise<T> }>(undefined)
  const askNow = useEffectEvent(ask)
  const onReceived = useEffectEvent(received)
  useEffect(() => {
    let isHere = true
    // Stored beside the effect, so that an effect that runs twice still requests once: a link may be good for one use
    // only.
    if (request.current?.round !== round) request.current = { round, promise: askNow() }
    request.current.promise.then(
      (value) => {
        if (!isHere) return
        setAnswer({ state: 'here', value })
        onReceived(value)
      },
      (error: unknown) => {
        if (isHere) setAnswer({ state: 'failed', problem: error instanceof Problem ? error : new Problem('internal') })
      },
    )
    return () => {
      isHere = false
    }
  }, [round])
  return {
    answer,
    again: () => {
      setAnswer(ASKING)
      setRound((now) => now + 1)
    },
  }
}
