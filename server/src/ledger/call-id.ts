import { randomUUID } from 'node:crypto'

const CALL_ID = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/

/** The id of a call made now: a uuid v7, whose first digits are the time in milliseconds. */
export function newCallId(now: Date): string {
  const time = now.getTime().toString(16).padStart(12, '0')
  return `${time.slice(0, 8)}-${time.slice(8)}-7${randomUUID().slice(15)}`
}

export function isCallId(id: string): boolean {
  return CALL_ID.test(id)
}

export function timeOfCall(id: string): Date {
  return new Date(Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16))
}
