import type { Entry } from '#catalogue/room.ts'
import { inTx } from '#db/tx.ts'
import { bookRefund, newCallId } from '#ledger/room.ts'
import type { Gate } from './gate.ts'
import { mayKeep } from './may-keep.ts'
import type { Answer } from './read-answer.ts'
import { endTask, type TaskRow } from './task-store.ts'
import { settleOf } from './usage-row.ts'
import { enqueueWebhooks } from './webhooks.ts'

/** Ends a task: what it did not need is given back, and its webhooks are on their way, in one commit. */
export async function finishTask(gate: Gate, row: TaskRow, posted: Entry | undefined, answer: Answer): Promise<void> {
  const { ctx, sold } = gate
  const { code, message, results, pages } = answer
  const finished_at = ctx.clock.now()
  const is_done = code === 20000
  const due_micros = is_done && posted ? sold.price(posted, sold.asked(posted, row.task)).of(results, pages) : 0
  const refunded_micros = Math.max(row.cost_micros - due_micros, 0)
  const end = { state: is_done ? 'done' : 'failed', status_code: code, status_message: message } as const
  const is_ended = await inTx(ctx.db, async (db) => {
    if (!(await endTask(db, row.id, { ...end, refunded_micros, finished_at }))) return false
    if (refunded_micros > 0) {
      const memo = `${row.api}/${row.function} ${row.id}`
      await bookRefund(
        { db, clock: ctx.clock },
        { call_id: row.call_id, login_id: row.login_id, amount_micros: refunded_micros, memo },
      )
    }
    await enqueueWebhooks({ ...ctx, db }, row)
    return true
  })
  if (!is_ended) return
  gate.wakeWebhooks()
  if (!is_done && posted) await keepFailure(gate, row, posted, answer)
}

/** For the Errors screen: a row beside the one of the posting, which counts neither as a request nor as a task. */
async function keepFailure(gate: Gate, row: TaskRow, entry: Entry, { code, message }: Answer): Promise<void> {
  const { request_id, login_id, ip, is_sandbox } = row
  if (!mayKeep(gate, login_id, code)) return
  const call = {
    id: request_id,
    caller: { login_id, member_id: null },
    entry,
    path: entry.path,
    ip,
    is_sandbox,
    since_ms: performance.now(),
  }
  const id = newCallId(gate.ctx.clock.now())
  await gate.meter.settle(settleOf(call, { id, code, message: `${row.id}: ${message}`, http: 200 }))
}
