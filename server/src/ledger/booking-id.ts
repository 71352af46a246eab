import { idFrom } from '#crypto/keys.ts'
import type { BookingKind } from './store.ts'

/** The id of the only booking of this kind for an order, a refund or a dispute. */
export function bookingId(kind: BookingKind, of: string): string {
  return idFrom(`${kind} of ${of}`)
}
