import type { PlaygroundRun } from '@portico/contract/playground.ts'

const QUEUED = 20100

/** Its task was accepted, and its result has not been fetched yet. */
export function isQueuedRun({ status_code, task_id }: Pick<PlaygroundRun, 'status_code' | 'task_id'>): boolean {
  return status_code === QUEUED && task_id !== null
}
