import { CODE } from '@portico/contract/codes.ts'
import type { Gate } from '../gate.ts'
import { isBooked } from '../record/record-store.ts'
import { CODES } from '../wire/codes.ts'
import { finishTask } from './finish-task.ts'
import { tasksById } from './task-store.ts'

/** Ends waiting tasks as failed, which pays them back. One whose posting is not booked yet stays. Returns those that ended. */
export async function dropTasks(gate: Gate, ids: string[]): Promise<string[]> {
  const answer = { code: CODE.taskFailed, message: CODES[CODE.taskFailed], result: null, results: 0, pages: 0 }
  const { db, clock } = gate.ctx
  const dropped: string[] = []
  for (const row of await tasksById(db, ids)) {
    if (row.state !== 'waiting' || !(await isBooked(db, row.call_id))) continue
    const posted = gate.catalogue.byVersion(row.price_version).entry(row.entry_id)
    if (await finishTask(gate, row, posted, answer, clock.now())) dropped.push(row.id)
  }
  return dropped
}
