import { CODE } from '@portico/contract/codes.ts'
import { bytesOf } from '#ledger/index.ts'
import { type Call, functionOf, type Gate } from '../gate.ts'
import { type EndedTask, type PreparedTask, tagOf } from '../record/prepared-task.ts'
import { CODES } from '../wire/codes.ts'
import { insertTasks } from './task-store.ts'

const HIGH = 2

/** Queues tasks that have no outcome yet, before they are booked; a worker runs a task only after its booking. */
export async function postTasks(gate: Gate, call: Call, preparedTasks: PreparedTask[]): Promise<EndedTask[]> {
  const { env } = gate.ctx
  const open = preparedTasks.filter(({ outcome }) => outcome === undefined)
  const rows = open.map(({ id, task_id, task, priority, held_micros }) => {
    const is_sample = call.is_sandbox || !gate.upstream
    const delay_ms = is_sample ? env.task_delay_ms / (priority === HIGH ? 2 : 1) : 0
    return {
      id: task_id,
      call_id: id,
      request_id: call.id,
      login_id: call.caller.login_id,
      api: call.entry.api,
      function: functionOf(call.entry),
      entry_id: call.entry.id,
      task,
      tag: tagOf(task),
      priority,
      ip: call.ip,
      is_sandbox: call.is_sandbox,
      cost_micros: held_micros,
      posted_at: call.at,
      price_version: call.is_sandbox ? null : call.entry.price_version,
      due_at: new Date(call.at.getTime() + delay_ms),
    }
  })
  await insertTasks(gate.ctx.db, rows)
  // A sandbox task is stored whole until it expires and is not paid for, so its bytes count against the daily quota.
  if (call.is_sandbox) {
    const param_bytes = rows.reduce((sum, { task }) => sum + bytesOf(task), 0)
    gate.meter.stored.count(call.caller.login_id, call.at, { param_bytes })
  }
  gate.wakeTasks()
  const created = { code: CODE.taskCreated, message: CODES[CODE.taskCreated], result: null, results: 0 }
  return preparedTasks.map((one) => ({
    ...one,
    outcome: one.outcome ?? { ...created, cost_micros: one.held_micros },
  }))
}
