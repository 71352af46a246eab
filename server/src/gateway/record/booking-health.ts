import { CODE } from '@portico/contract/codes.ts'
import { Problem } from '@portico/contract/problem.ts'
import { isUnavailable } from '#db/unavailable.ts'
import type { Gate } from '../gate.ts'
import { type Reply, refused } from '../wire/envelope.ts'

const LONGEST_WAIT_MS = 2000
const LONGEST_BEAT_MS = 5000
const RETRY_AFTER_S = '1'

type Booking = Pick<Gate, 'meter' | 'admission'>

/**
 * True while nothing is admitted or booked: new calls are then refused without a query. Calls that cost nothing do not wait for
 * bookings; they are refused only when the database takes nothing at all.
 */
export function isStalled({ meter, admission }: Booking, isFree: () => boolean): boolean {
  const { is_stalled, beat_ms } = admission.health()
  if (is_stalled) return true
  return meter.isStalled() && (beat_ms > LONGEST_BEAT_MS || !isFree())
}

/** The call was not accepted and is never charged: a booking that still happens is reversed. */
export function unavailable(since_ms: number): Reply {
  return later(refused(CODE.unavailable, since_ms))
}

/** The call was executed and may be booked: sending it again is safe with its `Idempotency-Key`. */
export function uncertain(since_ms: number): Reply {
  return later(refused(CODE.maybeCharged, since_ms))
}

/** True for an error that means: the database does not answer. */
export function isDatabaseDown(error: unknown): boolean {
  return (error instanceof Problem && error.code === 'busy') || isUnavailable(error)
}

function later(reply: Reply): Reply {
  return { ...reply, headers: { ...reply.headers, 'retry-after': RETRY_AFTER_S } }
}

/** For `/readyz`: why new calls would not be booked. */
export function bookingFailure({ meter, admission }: Booking): string | undefined {
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
