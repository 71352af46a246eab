import { CODE } from '@portico/contract/codes.ts'
import type { Entry } from '#catalogue/index.ts'
import { inTx } from '#db/tx.ts'
import { endTaskCall } from '#ledger/index.ts'
import type { Gate } from '../gate.ts'
import { enqueueWebhooks } from '../webhooks/enqueue-webhooks.ts'
import type { Answer } from '../wire/read-answer.ts'
import { endTask, type TaskRow } from './task-store.ts'

/**
 * Ends a task in one commit: its state, its webhooks, and its outcome for Usage, Errors and the ledger. The outcome is written
 * last, because it locks the account, and calls of the same login are booked under that lock.
 */
export async function finishTask(
  gate: Gate,
  row: TaskRow,
  posted: Entry | undefined,
  { code, message, results, pages, measured }: Answer,
  began_at: Date,
): Promise<void> {
  const { ctx, catalogue } = gate
  const { call_id, login_id, posted_at } = row
  const finished_at = ctx.clock.now()
  const is_done = code === CODE.ok
  const due_micros =
    is_done && posted
      ? catalogue.price(posted, catalogue.chargeableUnits(posted, row.task)).of(results, pages, measured)
      : 0
  const refunded_micros = Math.max(row.cost_micros - due_micros, 0)
  const end = { state: is_done ? 'done' : 'failed', status_code: code, status_message: message } as const
  const is_ended = await inTx(ctx.db, async (db) => {
    if (!(await endTask(db, row.id, { ...end, refunded_micros, finished_at }))) return false
    await enqueueWebhooks({ ...ctx, db }, row)
    const started_at = row.started_at ?? began_at
    const outcome = {
      code,
      message,
      results: is_done ? results : 0,
      refunded_micros,
      posted_at,
      started_at,
      finished_at,
    }
    if (!(await endTaskCall({ db }, { call_id, login_id, ...outcome })))
      throw new Error(`task ${row.id} cannot end: its call ${call_id} has ended already or was never booked`)
    return true
  })
  if (!is_ended) return
  gate.meter.announce([login_id])
  gate.wakeWebhooks()
}
