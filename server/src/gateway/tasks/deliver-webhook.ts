import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { CODE } from '@portico/contract/codes.ts'
import { DAY_MS } from '@portico/contract/time.ts'
import { nextTry, PAUSES_MS, type Queue } from '#db/work-loop.ts'
import { signatureHeaders } from '#integrations/standard-webhooks.ts'
import type { WebhookCaller, WebhookOutcome } from '#integrations/webhook-call.ts'
import { recordWebhookError } from '#ledger/index.ts'
import type { Gate } from '../gate.ts'
import { partReply } from '../record/free-reply.ts'
import { pauseOf } from '../record/repeats.ts'
import { webhookUrl } from '../webhooks/enqueue-webhooks.ts'
import { hostAnswered, hostFailed } from '../webhooks/webhook-host.ts'
import { giveUpWaiting, tidyHosts } from '../webhooks/webhook-host-store.ts'
import {
  claimWebhooks,
  markWebhookSent,
  markWebhookTried,
  nextWebhook,
  type WebhookRow,
} from '../webhooks/webhook-store.ts'
import { taken } from '../wire/envelope.ts'
import { getterOf, pathOf, readTask } from './get-task.ts'
import { findTask, markFetched, type TaskRow } from './task-store.ts'

const pack = promisify(gzip)
const AT_ONCE = 10
const LEASE_MS = 60_000
/** Webhooks given up in one sweep at most. */
const GIVEN_UP_MOST = 1000
const CODES = {
  forbidden: CODE.invalidField,
  slow: CODE.targetTimeout,
  down: CODE.sourceUnavailable,
  refused: CODE.sourceUnavailable,
} as const

export function webhookQueue(gate: Gate, caller: WebhookCaller): Queue<WebhookRow> {
  const { db } = gate.ctx
  return {
    name: 'the queue of webhooks',
    most: AT_ONCE,
    lease_ms: LEASE_MS,
    claim: (span) => claimWebhooks(db, span),
    run: (row) => deliver(gate, caller, row),
    nextDue: (after) => nextWebhook(db, after),
  }
}

async function deliver(gate: Gate, caller: WebhookCaller, row: WebhookRow): Promise<void> {
  const { db, clock, log } = gate.ctx
  try {
    const task = await findTask(db, row.login_id, row.task_id)
    if (!task) return
    const outcome = await caller.call(await payloadOf(gate, row, task))
    const now = clock.now()
    if (outcome.ok) {
      await markWebhookSent(db, row.id, now)
      await hostAnswered({ db }, row)
      if (row.kind === 'postback') await markFetched(db, task.id, now)
      return
    }
    const due_at = outcome.why === 'forbidden' ? undefined : nextTry(row.tries, now)
    const last_error = outcome.reason
    const next = due_at ? { due_at } : { failed_at: now }
    if (outcome.why === 'refused') {
      await markWebhookTried(db, row, { ...next, last_error })
      await hostAnswered({ db }, row)
    } else await hostFailed({ db }, row, { ...next, last_error }, now)
    await recordFailure(gate, row, task, outcome)
  } catch (error) {
    log.warn({ err: error, task_id: row.task_id }, 'webhook delivery failed, retrying after its lease')
    await markWebhookTried(db, row).catch(() => undefined)
  }
}

/** Job, every hour: gives up webhooks that have waited a day for a host that does not answer, and records the failure. */
export async function giveUpOldWebhooks(gate: Gate): Promise<void> {
  const { db, clock } = gate.ctx
  const now = clock.now()
  const day_ago = new Date(now.getTime() - DAY_MS)
  for (const row of await giveUpWaiting(db, { wanted_before: day_ago, now, limit: GIVEN_UP_MOST })) {
    const task = await findTask(db, row.login_id, row.task_id)
    const reason = 'It has not answered for a day.'
    if (task) await recordFailure(gate, row, task, { ok: false, why: 'down', reason, http_status: null })
  }
  await tidyHosts(db, day_ago)
}

async function payloadOf(gate: Gate, { kind }: WebhookRow, task: TaskRow) {
  const url = webhookUrl(kind, task)
  if (kind === 'pingback') return { url, headers: await signed(gate, kind, task, '') }
  const entry = getterOf(gate, task, task.task.postback_data)
  if (!entry) return { url, headers: await signed(gate, kind, task, '') }
  const since_ms = performance.now()
  const part = await readTask(gate, entry, task, {})
  const call = { id: task.id, entry, path: pathOf(entry, task.id), since_ms }
  const { envelope } = taken([partReply(call, part)], since_ms, 0)
  const body = JSON.stringify(envelope)
  return { url, gzipped: await pack(body), headers: await signed(gate, kind, task, body) }
}

/** Over the text before it is compressed: receivers see it after their server has unpacked it. */
async function signed(gate: Gate, kind: WebhookRow['kind'], { id, login_id }: TaskRow, body: string) {
  const secrets = await gate.signingSecrets(login_id)
  return secrets.length > 0 ? signatureHeaders(secrets, { id: `${kind}_${id}`, at: gate.ctx.clock.now(), body }) : {}
}

async function recordFailure(
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
  const every_ms = pauseOf(gate, login_id, CODES[why])
  await gate.repeats.record(`webhook ${login_id} ${CODES[why]} ${api} ${name}`, every_ms, async (repeats) => {
    await recordWebhookError(gate.ctx, { ...about, repeats })
    gate.meter.stored.count(login_id, gate.ctx.clock.now(), { free_rows: 1 })
  })
}
