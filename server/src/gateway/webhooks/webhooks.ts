import { loginLimits } from '#access/index.ts'
import type { Ctx } from '#ctx/ctx.ts'
import { inTx } from '#db/tx.ts'
import { isWithin, type Limit } from '#http/limits.ts'
import type { Call, Gate } from '../gate.ts'
import { type FreeResult, failure, ok } from '../record/free-reply.ts'
import { ownTask } from '../tasks/get-task.ts'
import type { TaskRow } from '../tasks/task-store.ts'
import type { Task } from '../wire/read-request.ts'
import { isHostDown } from './webhook-host.ts'
import { nextPace, openWebhook, type WebhookRow } from './webhook-store.ts'

const MINUTE_MS = 60_000
/** Requests to send webhooks again, from the data API and the Errors screen together. */
export const RESENDS: Limit = { name: 'webhook-resend', max: 30, window_ms: 10 * MINUTE_MS }
/** Tasks of the sandbox cost nothing, and each webhook is a request to an address of somebody's choice. */
const SANDBOX_WEBHOOKS: Limit = { name: 'sandbox-webhook', max: 1000, window_ms: 24 * 60 * MINUTE_MS }

type Posted = Pick<TaskRow, 'id' | 'login_id' | 'task' | 'tag' | 'is_sandbox'>
/** `waiting`: they were on their way already. `none`: it was posted without an address. */
type Enqueued = 'sent' | 'waiting' | 'none' | 'over_limit'

/** Says that a task is done to whom its poster named; customers may have asked for a pause between two of them. */
export async function enqueueWebhooks(ctx: Pick<Ctx, 'db' | 'clock' | 'keys'>, row: Posted): Promise<Enqueued> {
  const { id: task_id, login_id, is_sandbox } = row
  const kinds = (['pingback', 'postback'] as const).filter((kind) => typeof row.task[`${kind}_url`] === 'string')
  if (kinds.length === 0) return 'none'
  if (is_sandbox && !(await isWithin(ctx, { limit: SANDBOX_WEBHOOKS, of: String(login_id) }))) return 'over_limit'
  const { webhook_delay_ms } = await loginLimits(ctx, login_id)
  let opened = 0
  for (const kind of kinds) {
    const now = ctx.clock.now()
    const host = hostOf(webhookUrl(kind, row))
    const due_at = webhook_delay_ms > 0 ? await nextPace(ctx.db, login_id, now, webhook_delay_ms) : now
    const is_down = await isHostDown(ctx, { login_id, host })
    if (await openWebhook(ctx.db, { task_id, login_id, kind, host, due_at }, is_down)) opened += 1
  }
  return opened > 0 ? 'sent' : 'waiting'
}

/** The address of a webhook; `$id` and `$tag` stand for those of the task. */
export function webhookUrl(kind: WebhookRow['kind'], { id, tag, task }: Pick<TaskRow, 'id' | 'tag' | 'task'>): string {
  const url = String(task[`${kind}_url`] ?? '')
  return url.replaceAll('$id', id).replaceAll('$tag', () => encodeURIComponent(tag ?? ''))
}

function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).hostname.replace(/\.$/, '') : ''
}

/** `appendix/webhook_resend`: once more, free of charge. */
export async function sendAgain(
  gate: Gate,
  { caller: { login_id }, is_sandbox }: { caller: Pick<Call['caller'], 'login_id'>; is_sandbox: boolean },
  { id }: Task,
): Promise<FreeResult> {
  const row = await ownTask(gate, { login_id, is_sandbox }, id)
  if (!row) return failure(40401)
  if (row.state === 'waiting') return { ...failure(row.tries > 0 ? 40601 : 40602), id: row.id }
  const enqueued = await inTx(gate.ctx.db, (db) => enqueueWebhooks({ ...gate.ctx, db }, row))
  if (enqueued === 'none')
    return { ...failure(40501, "'id'. This task was posted without pingback_url and postback_url."), id: row.id }
  if (enqueued === 'waiting') return { ...failure(40602, 'Its webhook is already waiting to be sent.'), id: row.id }
  if (enqueued === 'over_limit')
    return { ...failure(40202, `The sandbox sends at most ${SANDBOX_WEBHOOKS.max} webhooks per day.`), id: row.id }
  gate.wakeWebhooks()
  return { ...ok(null), id: row.id }
}
