import { MINUTE_MS } from '@portico/contract/time.ts'

/** `5:07`, rounded up: while there is a second left, it is not 0:00 yet. */
export function hoursMinutes(left_ms: number): string {
  const minutes = Math.max(0, Math.ceil(left_ms / MINUTE_MS))
  return `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}`
}

/** `17:40`, the same in every language: it is shown beside 00:00 UTC. */
export function utcClock(at: string): string {
  return new Date(at).toISOString().slice(11, 16)
}

export type Pace = { state: 'reached' } | { state: 'expected'; at: string } | { state: 'calm' }

/** The forecast of a day's spending against its limit. */
export function paceOf({ is_reached, expected_at }: { is_reached: boolean; expected_at: string | null }): Pace {
  if (is_reached) return { state: 'reached' }
  return expected_at === null ? { state: 'calm' } : { state: 'expected', at: utcClock(expected_at) }
}
