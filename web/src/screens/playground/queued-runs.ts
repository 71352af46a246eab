import { CODE } from '@portico/contract/codes.ts'
import type { PlaygroundRun } from '@portico/contract/playground.ts'

/** Its task was accepted, and its result has not been fetched yet. */
export function isQueuedRun({ status_code, task_id }: Pick<PlaygroundRun, 'status_code' | 'task_id'>): boolean {
  return status_code === CODE.taskCreated && task_id !== null
}
