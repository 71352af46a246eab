import type { Gate } from '../gate.ts'
import { type Reply, refused } from '../wire/envelope.ts'

const LONGEST_WAIT_MS = 2000
const LONGEST_BEAT_MS = 5000
const RETRY_AFTER_S = '1'

type Booking = Pick<Gate, 'meter' | 'admission'>

/** Nothing is booked or admitted any more: who comes now is refused before anything is asked of the database. */
export function isStalled({ meter, admission }: Booking): boolean {
  return meter.health().is_stalled || admission.health().is_stalled
}

/** The call was not taken, or nobody can say whether it was: the same again is safe with an `Idempotency-Key`. */
export function unavailable(since_ms: number): Reply {
  const reply = refused(50303, since_ms)
  return { ...reply, headers: { ...reply.headers, 'retry-after': RETRY_AFTER_S } }
}

/** For `/readyz`: why calls that come in now would not be booked. */
export function bookingTrouble({ meter, admission }: Booking): string | undefined {
  const parts = { bookings: meter.health(), admissions: admission.health() }
  for (const [name, { failure, oldest_ms, is_stalled }] of Object.entries(parts)) {
    if (is_stalled || oldest_ms > LONGEST_WAIT_MS) return `${name} have waited for ${seconds(oldest_ms)}`
    if (failure) return `the database took no ${name}`
  }
  const { beat_ms } = parts.admissions
  return beat_ms > LONGEST_BEAT_MS ? `nothing was written for ${seconds(beat_ms)}` : undefined
}

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`
}
