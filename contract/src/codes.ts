import * as CODE from './code-names.ts'

/** The codes by name, for code that compares or sends one. */
export { CODE }

/** True for a task that succeeded or is queued, which counts as an error nowhere. */
export function isGood(code: number): boolean {
  return code < 40000
}

/** True for a task in the queue, which is neither a success nor an error: the client polls again. */
export function isWaiting(code: number): boolean {
  return code === CODE.taskHanded || code === CODE.taskInQueue
}
