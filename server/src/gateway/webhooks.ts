import { loginLimits } from '#access/room.ts'
import type { Ctx } from '../ctx.ts'
import type { Call, Gate } from './gate.ts'
import { ownTask } from './get-task.ts'
import type { Task } from './read-request.ts'
import { type Free, not, ok } from './single-reply.ts'
import type { TaskRow } from './task-store.ts'
import { insertWebhook, nextPace } from './webhook-store.ts'

/** Says that a task is done to whom its poster named; customers may have asked for a pause between two of them. */
export async function enqueueWebhooks(
  ctx: Pick<Ctx, 'db' | 'clock'>,
  { id: task_id, login_id, task }: Pick<TaskRow, 'id' | 'login_id' | 'task'>,
): Promise<number> {
  const kinds = (['pingback', 'postback'] as const).filter((kind) => typeof task[`${kind}_url`] === 'string')
  if (kinds.length === 0) return 0
  const { webhook_delay_ms } = await loginLimits(ctx, login_id)
  for (const kind of kinds) {
    const now = ctx.clock.now()
    const due_at = webhook_delay_ms > 0 ? await nextPace(ctx.db, login_id, now, webhook_delay_ms) : now
    await insertWebhook(ctx.db, { task_id, login_id, kind, due_at })
  }
  return kinds.length
}

/** `appendix/webhook_resend`: once more, free of charge. */
export async function sendAgain(
  gate: Gate,
  { caller: { login_id }, is_sandbox }: { caller: Pick<Call['caller'], 'login_id'>; is_sandbox: boolean },
  { id }: Task,
): Promise<Free> {
  const row = await ownTask(gate, { login_id, is_sandbox }, id)
  if (!row) return not(40401)
  if (row.state === 'waiting') return { ...not(row.tries > 0 ? 40601 : 40602), id: row.id }
  if ((await enqueueWebhooks(gate.ctx, row)) === 0)
    return { ...not(40501, "'id'. This task was posted without pingback_url and postback_url."), id: row.id }
  gate.wakeWebhooks()
  return { ...ok(null), id: row.id }
}
