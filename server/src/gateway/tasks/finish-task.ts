import { CODE } from '@portico/contract/codes.ts'
import type { Micros } from '@portico/contract/money.ts'
import type { Counted } from '@portico/contract/price.ts'
import { loginLimits } from '#access/index.ts'
import type { Catalogue, Entry } from '#catalogue/index.ts'
import type { Db } from '#db/db.ts'
import { inTx } from '#db/tx.ts'
import { countVolume, endTaskCall, releaseVolume } from '#ledger/index.ts'
import type { Gate } from '../gate.ts'
import { partReply } from '../record/free-reply.ts'
import { keepBody } from '../record/keep-answer.ts'
import { enqueueWebhooks } from '../webhooks/enqueue-webhooks.ts'
import type { Answer } from '../wire/read-answer.ts'
import { getterOf, pathOf } from './get-task.ts'
import { endTask, type TaskRow } from './task-store.ts'

const HTTP_OK = 200

/**
 * Ends a task in one commit: its state, its webhooks, and its outcome for Usage, Errors and the ledger. The outcome is written
 * last, because it locks the account, and calls of the same login are booked under that lock. False when it had ended before.
 */
export async function finishTask(
  gate: Gate,
  row: TaskRow,
  posted: Entry | undefined,
  { code, message, results, pages, measured = {} }: Answer,
  began_at: Date,
): Promise<boolean> {
  const { ctx, catalogue } = gate
  const { call_id, login_id, posted_at } = row
  const finished_at = ctx.clock.now()
  const is_done = code === CODE.ok
  const counted = is_done ? { results, pages, measured } : undefined
  const end = { state: is_done ? 'done' : 'failed', status_code: code, status_message: message } as const
  const is_ended = await inTx(ctx.db, async (db) => {
    const due_micros = await priceOf({ db, catalogue }, row, posted, counted)
    const refunded_micros = Math.max(row.cost_micros - due_micros, 0)
    if (!(await endTask(db, row.id, { ...end, refunded_micros, finished_at }))) throw new EndedBefore()
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
  }).catch(falseIfEndedBefore)
  if (!is_ended) return false
  if (!is_done)
    await keepFailure(gate, row, posted, { code, message }).catch((error: unknown) =>
      ctx.log.warn({ err: error, task_id: row.id }, 'answer of a failed task not stored'),
    )
  gate.meter.announce([login_id])
  gate.wakeWebhooks()
  return true
}

/** Stores what the customer gets when fetching the task, by the rule of now: it may have waited for hours. */
async function keepFailure(
  gate: Gate,
  row: TaskRow,
  posted: Entry | undefined,
  { code, message }: Pick<Answer, 'code' | 'message'>,
): Promise<void> {
  if (!posted) return
  const { id, call_id, login_id, is_sandbox, task } = row
  const { answers } = await loginLimits(gate.ctx, login_id)
  const getter = getterOf(gate, row) ?? posted
  const fetched = { id: call_id, entry: getter, path: pathOf(getter, id), since_ms: performance.now() }
  const body = partReply(fetched, { id, code, message, result: null, data: task })
  keepBody(
    gate,
    { id: call_id, is_sandbox, is_plain: false, caller: { login_id, answers }, entry: posted },
    { id: call_id, code, http: HTTP_OK, type: 'application/json', body },
  )
}

/** Rolls back what was counted for a task that another process has ended meanwhile. */
class EndedBefore extends Error {}

function falseIfEndedBefore(error: unknown): false {
  if (error instanceof EndedBefore) return false
  throw error
}

/** The price of a task by what came back; undefined: it failed and costs nothing. */
async function priceOf(
  { db, catalogue }: { db: Db; catalogue: Catalogue },
  { call_id, login_id, task, is_sandbox }: TaskRow,
  posted: Entry | undefined,
  counted: Counted | undefined,
): Promise<Micros> {
  const quote = posted && !is_sandbox ? catalogue.price(posted, catalogue.chargeableUnits(posted, task)) : undefined
  if (!quote || !counted) {
    if (quote?.monthly) await releaseVolume({ db }, [call_id])
    return 0
  }
  if (!quote.monthly) return quote.of(counted.results, counted.pages, counted.measured)
  return countVolume({ db }, { id: call_id, login_id }, quote.monthly, (volume) => quote.charge(counted, volume))
}
