import type { PlaygroundRun } from '@portico/contract/playground.ts'

const QUEUED = 20100

/** Its task was taken, and nobody has fetched its result yet. */
export function isQueuedRun({ status_code, task_id }: Pick<PlaygroundRun, 'status_code' | 'task_id'>): boolean {
  return status_code === QUEUED && task_id !== null
}
