import { randomUUID } from 'node:crypto'
import { MINUTE_MS } from '@portico/contract/time.ts'

const TASK_ID = /^\d{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

/** `MMDDhhmm-xxxx-xxxx-xxxx-xxxxxxxxxxxx`: the time (UTC) and the random bits of a uuid. */
export function newTaskId(now: Date): string {
  return minuteText(Math.floor(now.getTime() / MINUTE_MS)) + randomUUID().slice(8)
}

let last = { minute: -1, text: '' }

/** Calls of the same minute share it. */
function minuteText(minute: number): string {
  if (last.minute !== minute) {
    const time = new Date(minute * MINUTE_MS).toISOString()
    last = { minute, text: time.slice(5, 16).replaceAll(/\D/g, '') }
  }
  return last.text
}

export function isTaskId(text: unknown): text is string {
  return typeof text === 'string' && TASK_ID.test(text)
}
