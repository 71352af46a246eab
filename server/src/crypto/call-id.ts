import { randomUUID } from 'node:crypto'

const CALL_ID = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/

/** The last digits of every call id of this process: other processes recognise its holds by them after it died. */
export const PROCESS_TAG = randomUUID().slice(-6)

/**
 * The id of a call is the key of its hold and usage row, and of its ledger transaction unless it shares one: a uuid v7, whose first digits are the time in
 * milliseconds and whose last digits are the tag of the process.
 */
export function newCallId(now: Date): string {
  const time = now.getTime().toString(16).padStart(12, '0')
  return `${time.slice(0, 8)}-${time.slice(8)}-7${randomUUID().slice(15, -PROCESS_TAG.length)}${PROCESS_TAG}`
}

export function isCallId(id: string): boolean {
  return CALL_ID.test(id)
}

export function timeOfCall(id: string): Date {
  return new Date(msOfCall(id))
}

/** Milliseconds since 1970. */
export function msOfCall(id: string): number {
  return Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16)
}
