import { MINUTE_MS } from '@portico/contract/time.ts'

/** `5:07` until then, rounded up: while there is a second left, it is not 0:00 yet. */
export function timeLeft(until: string, now_ms: number): string {
  const minutes = Math.max(0, Math.ceil((Date.parse(until) - now_ms) / MINUTE_MS))
  return `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}`
}

/** `17:40`, the same in every language: it is shown beside UTC. */
export function utcClock(at: string): string {
  return new Date(at).toISOString().slice(11, 16)
}
