import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { Queue } from '#db/work-loop.ts'
import { recordWebhookError } from '#ledger/room.ts'
import type { WebhookCaller, WebhookOutcome } from '#outside/webhook-call.ts'
import { taken } from './envelope.ts'
import type { Gate } from './gate.ts'
import { getterOf, readTask } from './get-task.ts'
import { partReply } from './single-reply.ts'
import { findTask, markFetched, type TaskRow } from './task-store.ts'
import { claimWebhooks, markWebhookSent, markWebhookTried, nextWebhook, type WebhookRow } from './webhook-store.ts'

const pack = promisify(gzip)
const AT_ONCE = 10
const LEASE_MS = 60_000
const MINUTE_MS = 60_000
const PAUSES_MS = [10_000, MINUTE_MS, 5 * MINUTE_MS, 30 * MINUTE_MS, 120 * MINUTE_MS]
const CODES = { forbidden: 40501, slow: 50402, down: 50301, refused: 50301 } as const

export function webhookQueue(gate: Gate, caller: WebhookCaller): Queue<WebhookRow> {
  const { db, clock } = gate.ctx
  return {
    name: 'the queue of webhooks',
    most: AT_ONCE,
    claim: (limit) => {
      const now = clock.now()
      return claimWebhooks(db, { now, until: new Date(now.getTime() + LEASE_MS), limit })
    },
    run: (row) => deliver(gate, caller, row),
    nextDue: () => nextWebhook(db),
  }
}

async function deliver(gate: Gate, caller: WebhookCaller, row: WebhookRow): Promise<void> {
  const { db, clock, log } = gate.ctx
  try {
    const task = await findTask(db, row.login_id, row.task_id)
    if (!task) return
    const outcome = await caller.call(await letterOf(gate, row, task))
    const now = clock.now()
    if (outcome.ok) {
      await markWebhookSent(db, row.id, now)
      if (row.kind === 'postback') await markFetched(db, task.id, now)
      return
    }
    const pause_ms = outcome.why === 'forbidden' ? undefined : PAUSES_MS[row.tries - 1]
    const last_error = outcome.reason
    const next = pause_ms === undefined ? { failed_at: now } : { due_at: new Date(now.getTime() + pause_ms) }
    await markWebhookTried(db, row, { ...next, last_error })
    await keepFailure(gate, row, task, outcome)
  } catch (error) {
    // Its lease runs out, and then it is tried again.
    log.warn({ err: error, task_id: row.task_id }, 'a webhook could not be sent')
  }
}

async function letterOf(gate: Gate, { kind }: WebhookRow, task: TaskRow) {
  const url = fillUrl(String(task.task[`${kind}_url`] ?? ''), task)
  if (kind === 'pingback') return { url }
  const entry = getterOf(gate, task, task.task.postback_data)
  if (!entry) return { url }
  const since_ms = performance.now()
  const part = await readTask(gate, entry, task, {})
  const call = { entry, path: entry.path.replace('{id}', task.id), since_ms, at: gate.ctx.clock.now() }
  const { envelope } = taken([partReply(call, part)], since_ms, 0)
  return { url, gzipped: await pack(JSON.stringify(envelope)) }
}

/** `$id` and `$tag` stand for those of the task. */
function fillUrl(url: string, { id, tag }: Pick<TaskRow, 'id' | 'tag'>): string {
  return url.replaceAll('$id', id).replaceAll('$tag', () => encodeURIComponent(tag ?? ''))
}

async function keepFailure(
  gate: Gate,
  { kind, tries }: WebhookRow,
  { login_id, api, function: name, id: task_id, task, entry_id }: TaskRow,
  outcome: WebhookOutcome & { ok: false },
): Promise<void> {
  const { reason, http_status, why } = outcome
  const url = String(task[`${kind}_url`] ?? '')
  const host = URL.canParse(url) ? new URL(url).host : ''
  const path = entry_id.slice(entry_id.indexOf(' ') + 1)
  const message = `${kind} to ${host}, try ${tries} of ${PAUSES_MS.length + 1}: ${reason}`
  const about = { login_id, api, function: name, path, task_id, code: CODES[why], message, http_status }
  await recordWebhookError(gate.ctx, about)
}
