import { idFrom } from '#crypto/keys.ts'
import type { BookingKind } from './store.ts'

/** The account is part of the id, so that an id sent by a customer never collides with another booking. */
export function transferId(owner_id: number, request_id: string): string {
  return idFrom(`transfer ${request_id} of ${owner_id}`)
}

/** The id of the only booking of this kind for an order, a refund or a dispute. */
export function bookingId(kind: BookingKind, of: string): string {
  return idFrom(`${kind} of ${of}`)
}
