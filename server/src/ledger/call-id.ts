import { randomUUID } from 'node:crypto'
import { idFrom } from '#crypto/keys.ts'
import type { BookingKind } from '#db/tables.ts'

const CALL_ID = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/

/** The last digits of every call of this process: when it dies, others know by them what it held. */
export const PROCESS_TAG = randomUUID().slice(-6)

/** The id of a call made now: a uuid v7, whose first digits are the time in milliseconds and whose last ones name the process. */
export function newCallId(now: Date): string {
  const time = now.getTime().toString(16).padStart(12, '0')
  return `${time.slice(0, 8)}-${time.slice(8)}-7${randomUUID().slice(15, -PROCESS_TAG.length)}${PROCESS_TAG}`
}

export function isCallId(id: string): boolean {
  return CALL_ID.test(id)
}

/** The id of a transfer of this account: what a customer sends as an id can be no other booking's. */
export function transferId(owner_id: number, request_id: string): string {
  return idFrom(`transfer ${request_id} of ${owner_id}`)
}

/** The id of the one booking of this kind for an order, a refund or a dispute. */
export function bookingId(kind: BookingKind, of: string): string {
  return idFrom(`${kind} of ${of}`)
}

export function timeOfCall(id: string): Date {
  return new Date(Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16))
}
