import { CODE } from '@portico/contract/codes.ts'
import { inTx } from '#db/tx.ts'
import type { Limit } from '#http/limits.ts'
import type { Call, Gate } from '../gate.ts'
import { type FreeResult, failure, ok } from '../record/free-reply.ts'
import { ownTask } from '../tasks/get-task.ts'
import { enqueueWebhooks, SANDBOX_WEBHOOKS } from '../webhooks/enqueue-webhooks.ts'
import type { Task } from '../wire/read-request.ts'

/** Requests to send webhooks again, from the data API and the Errors screen together. */
export const RESENDS: Limit = { name: 'webhook-resend', max: 30, window_ms: 10 * 60_000 }

/** `appendix/webhook_resend`: sends the webhooks of a task again, free of charge. */
export async function resendWebhook(
  gate: Gate,
  { caller: { login_id }, is_sandbox }: { caller: Pick<Call['caller'], 'login_id'>; is_sandbox: boolean },
  { id }: Task,
): Promise<FreeResult> {
  const row = await ownTask(gate, { login_id, is_sandbox }, id)
  if (!row) return failure(CODE.taskNotFound)
  if (row.state === 'waiting') return { ...failure(row.tries > 0 ? CODE.taskHanded : CODE.taskInQueue), id: row.id }
  const enqueued = await inTx(gate.ctx.db, (db) => enqueueWebhooks({ ...gate.ctx, db }, row))
  if (enqueued === 'none')
    return {
      ...failure(CODE.invalidField, "'id'. This task was posted without pingback_url and postback_url."),
      id: row.id,
    }
  if (enqueued === 'waiting')
    return { ...failure(CODE.taskInQueue, 'Its webhook is already waiting to be sent.'), id: row.id }
  if (enqueued === 'over_limit')
    return {
      ...failure(CODE.rateLimit, `The sandbox sends at most ${SANDBOX_WEBHOOKS.max} webhooks per day.`),
      id: row.id,
    }
  gate.wakeWebhooks()
  return { ...ok(null), id: row.id }
}
