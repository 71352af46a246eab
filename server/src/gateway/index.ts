import { randomUUID } from 'node:crypto'
import { CODE, isWaiting } from '@portico/contract/codes.ts'
import type { Callers } from '#access/index.ts'
import { openAnswers } from '#answers/index.ts'
import type { Catalogue } from '#catalogue/index.ts'
import { PROCESS_TAG } from '#crypto/call-id.ts'
import type { Db } from '#db/db.ts'
import { errorText } from '#db/error-code.ts'
import type { QueueAccess } from '#db/queue-items-store.ts'
import { failedSince } from '#db/queue-metrics-store.ts'
import { type Loop, runDue, startLoop } from '#db/work-loop.ts'
import { spend } from '#http/limits.ts'
import type { Metrics } from '#http/metrics.ts'
import { openUpstream } from '#integrations/upstream.ts'
import { openUpstreamPass } from '#integrations/upstream-pass.ts'
import { openWebhookCaller } from '#integrations/webhook-call.ts'
import { type Meter, openBegunCalls } from '#ledger/index.ts'
import { openAdmission } from './admit/admission.ts'
import { openAuthentication } from './admit/authenticate.ts'
import { watchDead } from './admit/watch-dead.ts'
import { openWrongPasswords } from './admit/wrong-passwords.ts'
import { IDEMPOTENCY_KEY_TTL_MS } from './charge/idempotency.ts'
import { forgetKeys } from './charge/key-store.ts'
import { RESENDS, resendWebhook } from './free/resend-webhook.ts'
import type { Gate, GateCtx } from './gate.ts'
import { openGatewayMetrics } from './metrics.ts'
import { queueMetrics } from './queue-metrics.ts'
import { bookingFailure } from './record/booking-health.ts'
import { openRefusedCalls } from './record/refused-calls.ts'
import { openRepeats } from './record/repeats.ts'
import { giveUpOldWebhooks, webhookQueue } from './tasks/deliver-webhook.ts'
import { dropTasks } from './tasks/drop-tasks.ts'
import { RESULTS_STORED_MS } from './tasks/get-task.ts'
import { taskItems, webhookItems } from './tasks/queue-store.ts'
import { taskQueue } from './tasks/run-task.ts'
import { forgetTasks } from './tasks/task-store.ts'
import { countOpenBodies } from './wire/open-bodies.ts'

export { isInClear } from './admit/in-clear.ts'
/** For staff: every process, and the endpoints it turns away. */
export { allInstances, describeInstance } from './admit/instance-store.ts'
export type { CallInside } from './check-connection.ts'
/** For the playground: what would refuse a task before it is sent. */
export { type Block, findBlock } from './find-block.ts'
/** For the playground and agents: the server calls its own gateway for a caller it has authenticated. */
export type { SentFiles } from './form-body.ts'
export type { Gate } from './gate.ts'
/** For the status page. */
export type { Answered } from './metrics.ts'
/** For the server's `rewriteUrl`: normalises the gateway's addresses. */
export { isGatewayUrl, plainGatewayUrl } from './plain/plain-url.ts'
/** For `rewriteUrl` too: recognises addresses of plain documents. */
export { plainAddresses } from './routes.ts'
export { type InternalGateway, type Sent, sendInside } from './send-inside.ts'
export { pickGetter } from './tasks/get-task.ts'
/** For staff: how a task and its webhooks went. */
export { taskTrace, webhooksOfTask } from './tasks/trace-store.ts'
/** For the served document: every code of a refusal. */
export { ERROR_CODES } from './wire/plain-status.ts'

/** Number of webhooks that were given up since a moment. */
export const failedWebhooks = (db: Db, since: Date) => failedSince(db, 'gateway_webhooks', since)

const DAY_MS = 24 * 60 * 60 * 1000
const BEAT_MS = 1000
const BOOK_STREAMS_MS = 3000
export const TASKS_STORED_DAYS = 90
const TASKS_STORED_MS = TASKS_STORED_DAYS * DAY_MS

/**
 * The data API. Every call is checked, counted, held, answered and booked, in this order, and its reply is sent only after the
 * commit. A call that cannot be finished costs nothing. Any number of processes share the queues through the database.
 */
export interface Gateway {
  gate: Gate
  /** For `/readyz`: why calls cannot be booked now; undefined when they can. */
  bookingFailure(): string | undefined
  /** A secret of this process; a request that carries it was sent by the process itself. */
  inside: string
  /** Starts the loops of queued tasks and webhooks; the returned function stops them. */
  startWorkers(): () => Promise<void>
  /** Run everything that is due now and return how much it was. */
  runDueTasks(): Promise<number>
  runDueWebhooks(): Promise<number>
  /** Queues the webhooks of these tasks again, which counts as one resend per login. `waiting` were queued already. */
  resendWebhooks(tasks: { login_id: number; task_id: string }[]): Promise<{ sent: number; waiting: number }>
  /** For staff: what waits and what was given up. */
  items: Record<'tasks' | 'webhooks', QueueAccess>
  /** Job, every hour: removes expired keys, tasks, webhooks and what dead processes left. */
  sweep(): Promise<void>
  /** Aborts open requests to the data source; their calls end without a charge, streams with the charge for what was delivered. */
  giveUp(): Promise<void>
  close(): Promise<void>
}

export async function openGateway(
  ctx: GateCtx,
  {
    catalogue,
    meter,
    callers,
    is_alone,
    metrics,
    countAnswer,
    signingSecrets,
  }: {
    catalogue: Catalogue
    meter: Meter
    callers: Callers
    is_alone: boolean
    metrics?: Metrics
    countAnswer?: Gate['countAnswer']
    signingSecrets: Gate['signingSecrets']
  },
): Promise<Gateway> {
  const totals = metrics && openGatewayMetrics(metrics, catalogue)
  const admission = await openAdmission(ctx, randomUUID().slice(0, -PROCESS_TAG.length) + PROCESS_TAG, is_alone)
  const upstream = openUpstream(ctx.env, ctx.log, totals?.onUpstream)
  const pass = openUpstreamPass(ctx.env, ctx.log, totals?.onUpstream)
  const webhooks = openWebhookCaller(ctx.env.webhook_allow_private)
  const loops: { tasks?: Loop; webhooks?: Loop } = {}
  const gate: Gate = {
    ctx,
    catalogue,
    meter,
    begunCalls: openBegunCalls(ctx, meter),
    streams: new Set(),
    refusedCalls: await openRefusedCalls(ctx, meter, admission.instance),
    authenticate: openAuthentication(ctx, callers),
    callers,
    wrongPasswords: openWrongPasswords(ctx, catalogue),
    repeats: openRepeats(ctx),
    answers: openAnswers(ctx, meter),
    admission,
    bodies: countOpenBodies(),
    upstream,
    metrics: totals,
    countAnswer,
    pass,
    signingSecrets,
    wakeTasks: () => loops.tasks?.wake(),
    wakeWebhooks: () => loops.webhooks?.wake(),
  }
  if (metrics) queueMetrics(gate).forEach(metrics.add)
  const queues = { tasks: taskQueue(gate), webhooks: webhookQueue(gate, webhooks) }
  await admission.beat()
  const giveBackDead = watchDead(ctx)
  // One at a time: beats that a silent database does not answer must not use up the connections of calls.
  let is_beating = false
  const beating = setInterval(async () => {
    if (is_beating) return
    is_beating = true
    const why = (error: unknown) => ({ reason: errorText(error) })
    await admission
      .beat()
      .then(giveBackDead)
      .catch((error) => ctx.log.warn(why(error), 'gateway heartbeat failed'))
    await gate.wrongPasswords.record().catch((error) => ctx.log.warn(why(error), 'wrong API passwords not recorded'))
    await callers.noteKeyUses().catch((error) => ctx.log.warn(why(error), 'use of API keys not recorded'))
    // Not waited for: a process whose rows cannot be written is alive all the same.
    void gate.repeats.flush()
    is_beating = false
  }, BEAT_MS)
  beating.unref()
  const giveUp = async () => {
    await Promise.all([upstream?.abort(), pass?.abort()])
  }
  return {
    gate,
    bookingFailure: () => bookingFailure(gate),
    inside: randomUUID(),
    startWorkers() {
      loops.tasks = startLoop(ctx, queues.tasks)
      loops.webhooks = startLoop(ctx, queues.webhooks)
      return async () => {
        await Promise.all([loops.tasks?.stop(), loops.webhooks?.stop()])
      }
    },
    runDueTasks: () => runDue(ctx, queues.tasks),
    runDueWebhooks: () => runDue(ctx, queues.webhooks),
    async resendWebhooks(tasks) {
      const logins = [...new Set(tasks.map(({ login_id }) => login_id))]
      await spend(
        ctx,
        logins.map((login_id) => ({ limit: RESENDS, of: String(login_id) })),
      )
      const counts = { sent: 0, waiting: 0 }
      for (const { login_id, task_id: id } of tasks) {
        const { code } = await resendWebhook(gate, { caller: { login_id }, is_sandbox: false }, { id })
        if (code === CODE.ok) counts.sent += 1
        else if (isWaiting(code)) counts.waiting += 1
      }
      return counts
    },
    items: { tasks: { ...taskItems, drop: (_, ids) => dropTasks(gate, ids) }, webhooks: webhookItems },
    async sweep() {
      const now_ms = ctx.clock.now().getTime()
      await admission.sweep()
      await giveUpOldWebhooks(gate)
      await forgetKeys(ctx.db, new Date(now_ms - IDEMPOTENCY_KEY_TTL_MS))
      await forgetTasks(ctx.db, new Date(now_ms - RESULTS_STORED_MS), new Date(now_ms - TASKS_STORED_MS))
    },
    giveUp,
    async close() {
      clearInterval(beating)
      await webhooks.close()
      await giveUp()
      await gate.begunCalls.close(BOOK_STREAMS_MS)
      // Streams that were cut off have their rows and answers only now.
      await gate.repeats.close()
      await gate.answers.close()
      await gate.refusedCalls.close()
      await admission.close()
    },
  }
}
