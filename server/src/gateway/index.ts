import { randomUUID } from 'node:crypto'
import type { Callers } from '#access/index.ts'
import type { Catalogue } from '#catalogue/index.ts'
import type { Db } from '#db/db.ts'
import { errorText } from '#db/error-code.ts'
import { failedSince } from '#db/queue-metrics-store.ts'
import { type Loop, runDue, startLoop } from '#db/work-loop.ts'
import { spend } from '#http/limits.ts'
import type { Metrics } from '#http/metrics.ts'
import { openUpstream } from '#integrations/upstream.ts'
import { openUpstreamPass } from '#integrations/upstream-pass.ts'
import { openWebhookCaller } from '#integrations/webhook-call.ts'
import { type Meter, PROCESS_TAG } from '#ledger/index.ts'
import { openAdmission } from './admit/admission.ts'
import { openAuthentication } from './admit/authenticate.ts'
import { watchDead } from './admit/watch-dead.ts'
import { openWrongPasswords } from './admit/wrong-passwords.ts'
import { IDEMPOTENCY_KEY_TTL_MS } from './charge/idempotency.ts'
import { forgetKeys } from './charge/key-store.ts'
import type { Gate, GateCtx } from './gate.ts'
import { openGatewayMetrics } from './metrics.ts'
import { queueMetrics } from './queue-metrics.ts'
import { bookingTrouble } from './record/booking-trouble.ts'
import { openRefusedCalls } from './record/refused-calls.ts'
import { RESULTS_STORED_MS } from './tasks/get-task.ts'
import { taskQueue } from './tasks/run-task.ts'
import { forgetTasks } from './tasks/task-store.ts'
import { giveUpOldWebhooks, webhookQueue } from './webhooks/deliver-webhook.ts'
import { RESENDS, sendAgain } from './webhooks/webhooks.ts'
import { isWaiting } from './wire/codes.ts'
import { countOpenBodies } from './wire/open-bodies.ts'

/** Whether credentials came unencrypted although our address is https. */
export { isInClear } from './admit/in-clear.ts'
export type { CallInside } from './check-connection.ts'
/** Without secrets, as a request may be kept. */
/** What would refuse a task, before it is sent. */
export { type Block, findBlock } from './find-block.ts'
export type { Gate } from './gate.ts'
/** For the server's `rewriteUrl`: addresses of the gateway in their plain form. */
export { isGatewayUrl, plainGatewayUrl } from './plain/plain-url.ts'
/** For the same: addresses of documents that pass as they are. */
export { plainAddresses } from './routes.ts'
/** How the server calls itself, for people and agents it has checked. */
export { type InternalGateway as Door, type Sent, sendInside } from './send-inside.ts'
/** Where the result of a task is read. */
export { pickGetter } from './tasks/get-task.ts'

/** Webhooks that were given up since a moment. */
export const failedWebhooks = (db: Db, since: Date) => failedSince(db, 'gateway_webhooks', since)

const DAY_MS = 24 * 60 * 60 * 1000
const BEAT_MS = 1000
const TASKS_KEPT_MS = 90 * DAY_MS

/**
 * The data API. Every call is checked, counted, held, answered and booked, in this order, and its reply leaves only after
 * the commit. What it cannot finish costs nothing. Any number of processes share the work through the database.
 */
export interface Gateway {
  gate: Gate
  /** Why calls cannot be booked now, in words; undefined when they can. */
  trouble(): string | undefined
  /** Known to this process alone: who sends it is ourselves. */
  inside: string
  /** Queued tasks and webhooks; returns how to stop. */
  startWorkers(): () => Promise<void>
  /** All that is due now; says how much it was. */
  runDueTasks(): Promise<number>
  runDueWebhooks(): Promise<number>
  /** Puts the webhooks of these tasks on their way again, which is one resend of each login; says how many are, and were already. */
  resendWebhooks(tasks: { login_id: number; task_id: string }[]): Promise<{ sent: number; waiting: number }>
  /** Job, every hour. */
  sweep(): Promise<void>
  /** Gives up what upstream still owes us; those calls end without a charge. */
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
    signingSecrets,
  }: {
    catalogue: Catalogue
    meter: Meter
    callers: Callers
    is_alone: boolean
    metrics?: Metrics
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
    refusedCalls: await openRefusedCalls(ctx, meter, admission.instance),
    authenticate: openAuthentication(ctx, callers),
    callers,
    wrongPasswords: openWrongPasswords(ctx, catalogue),
    admission,
    bodies: countOpenBodies(),
    upstream,
    metrics: totals,
    pass,
    signingSecrets,
    wakeTasks: () => loops.tasks?.wake(),
    wakeWebhooks: () => loops.webhooks?.wake(),
  }
  if (metrics) queueMetrics(gate).forEach(metrics.add)
  const queues = { tasks: taskQueue(gate), webhooks: webhookQueue(gate, webhooks) }
  await admission.beat()
  const giveBackDead = watchDead(ctx)
  // One after the other: beats a silent database does not answer must not take the connections of calls.
  let is_beating = false
  const beating = setInterval(async () => {
    if (is_beating) return
    is_beating = true
    const why = (error: unknown) => ({ reason: errorText(error) })
    await admission
      .beat()
      .then(giveBackDead)
      .catch((error) => ctx.log.warn(why(error), 'gateway heartbeat failed'))
    await gate.wrongPasswords.keep().catch((error) => ctx.log.warn(why(error), 'wrong API passwords were not kept'))
    is_beating = false
  }, BEAT_MS)
  beating.unref()
  const giveUp = async () => {
    await Promise.all([upstream?.abort(), pass?.abort()])
  }
  return {
    gate,
    trouble: () => bookingTrouble(gate),
    inside: randomUUID(),
    startWorkers() {
      loops.tasks = startLoop(ctx, queues.tasks)
      loops.webhooks = startLoop(ctx, queues.webhooks)
      return async () => {
        await Promise.all([loops.tasks?.stop(), loops.webhooks?.stop()])
      }
    },
    runDueTasks: () => runDue(queues.tasks),
    runDueWebhooks: () => runDue(queues.webhooks),
    async resendWebhooks(tasks) {
      const logins = [...new Set(tasks.map(({ login_id }) => login_id))]
      await spend(
        ctx,
        logins.map((login_id) => ({ limit: RESENDS, of: String(login_id) })),
      )
      const counts = { sent: 0, waiting: 0 }
      for (const { login_id, task_id: id } of tasks) {
        const { code } = await sendAgain(gate, { caller: { login_id }, is_sandbox: false }, { id })
        if (code === 20_000) counts.sent += 1
        else if (isWaiting(code)) counts.waiting += 1
      }
      return counts
    },
    async sweep() {
      const now_ms = ctx.clock.now().getTime()
      await admission.sweep()
      await giveUpOldWebhooks(gate)
      await forgetKeys(ctx.db, new Date(now_ms - IDEMPOTENCY_KEY_TTL_MS))
      await forgetTasks(ctx.db, new Date(now_ms - RESULTS_STORED_MS), new Date(now_ms - TASKS_KEPT_MS))
    },
    giveUp,
    async close() {
      clearInterval(beating)
      await webhooks.close()
      await giveUp()
      await gate.refusedCalls.close()
      await admission.close()
    },
  }
}
