import { MINUTE_MS } from '@portico/contract/time.ts'
import { loginLimits } from '#access/index.ts'
import type { Ctx } from '#ctx/ctx.ts'
import { isWithin, type Limit } from '#http/limits.ts'
import { isHostDown } from './webhook-host.ts'
import { nextPace, openWebhook, type WebhookRow } from './webhook-store.ts'

/** Sandbox tasks are free, and each webhook is a request to an address the caller chose. */
export const SANDBOX_WEBHOOKS: Limit = { name: 'sandbox-webhook', max: 1000, window_ms: 24 * 60 * MINUTE_MS }

interface PostedTask {
  id: string
  login_id: number
  task: Record<string, unknown>
  tag: string | null
  is_sandbox: boolean
}
/** `waiting`: they are queued already. `none`: the task was posted without an address. */
type Enqueued = 'sent' | 'waiting' | 'none' | 'over_limit'

/** Queues the webhooks of an ended task, with the pause between two that the login has set. */
export async function enqueueWebhooks(ctx: Pick<Ctx, 'db' | 'clock' | 'keys'>, row: PostedTask): Promise<Enqueued> {
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

/** The address of a webhook, with `$id` and `$tag` replaced by those of the task. */
export function webhookUrl(
  kind: WebhookRow['kind'],
  { id, tag, task }: Pick<PostedTask, 'id' | 'tag' | 'task'>,
): string {
  const url = String(task[`${kind}_url`] ?? '')
  return url.replaceAll('$id', id).replaceAll('$tag', () => encodeURIComponent(tag ?? ''))
}

function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).hostname.replace(/\.$/, '') : ''
}
