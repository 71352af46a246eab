import { randomBytes } from 'node:crypto'

const TASK_ID = /^\d{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

/** `MMDDhhmm-xxxx-xxxx-xxxx-xxxxxxxxxxxx`: the moment (UTC) and 96 random bits. */
export function newTaskId(now: Date): string {
  const time = now.toISOString().replaceAll(/\D/g, '').slice(4, 12)
  const hex = randomBytes(12).toString('hex')
  return `${time}-${hex.slice(0, 4)}-${hex.slice(4, 8)}-${hex.slice(8, 12)}-${hex.slice(12)}`
}

export function isTaskId(text: unknown): text is string {
  return typeof text === 'string' && TASK_ID.test(text)
}
