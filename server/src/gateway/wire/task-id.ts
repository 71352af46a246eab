import { randomUUID } from 'node:crypto'

const TASK_ID = /^\d{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

/** `MMDDhhmm-xxxx-xxxx-xxxx-xxxxxxxxxxxx`: the time (UTC) and the random bits of a uuid. */
export function newTaskId(now: Date): string {
  const time = now.toISOString()
  return `${time.slice(5, 7)}${time.slice(8, 10)}${time.slice(11, 13)}${time.slice(14, 16)}${randomUUID().slice(8)}`
}

export function isTaskId(text: unknown): text is string {
  return typeof text === 'string' && TASK_ID.test(text)
}
