import { type Alerts, NO_ALERTS, alerts as thresholdsSchema } from '@portico/contract/alert-fields.ts'
import { LOGIN_ALERT_KINDS, type LoginAlertKind } from '@portico/contract/alert-kinds.ts'
import type { Ctx } from '#ctx/ctx.ts'
import { UNSENT } from '#db/claim-store.ts'
import type { Db } from '#db/db.ts'
import { failedSince, queueState } from '#db/queue-metrics-store.ts'
import { inTx } from '#db/tx.ts'
import { runDue, startLoop } from '#db/work-loop.ts'
import { openWebhookCaller } from '#integrations/webhook-call.ts'
import { type DeliverCtx, deliveryQueue } from './deliver.ts'
import { deleteDeliveries } from './delivery-store.ts'
import { dispatchAlert } from './dispatch.ts'
import { dueAlerts } from './due-alerts.ts'
import { ENDING_BY_THEMSELVES, RULES } from './kinds.ts'
import type { Alert } from './rule.ts'
import { changedLogins, deleteEnded, lockLogin, markEnded, putSeen, putSent, sentTo, type Watched } from './store.ts'
import { secretsInForce } from './webhook-secret.ts'
import { webhookOf } from './webhook-store.ts'

export { dispatchAlert } from './dispatch.ts'
/** For staff: what waits and what was given up. */
export { alertQueue } from './queue-store.ts'

type AlertCtx = Pick<Ctx, 'db' | 'clock' | 'env' | 'sites' | 'log'>

export const alertQueueState = (db: Db) => queueState(db, 'alert_deliveries', 'due_at', UNSENT)
export const failedAlerts = (db: Db, since: Date) => failedSince(db, 'alert_deliveries', since)

/** The secrets that sign the webhooks of a login; none without an alert webhook, which creates the secret. */
export async function signingSecrets(ctx: Pick<Ctx, 'db' | 'clock' | 'keys'>, login_id: number): Promise<string[]> {
  const webhook = await webhookOf(ctx.db, login_id)
  return webhook ? secretsInForce(ctx.keys, ctx.clock.now(), webhook) : []
}

/** Interval of the job. */
export const ALERTS_EVERY_MS = 5000
/** Half a run: of several instances one checks a login that calls. */
const PAUSE_MS = ALERTS_EVERY_MS / 2
const RETENTION_MS = 2 * 24 * 60 * 60 * 1000

/**
 * Mail and webhooks about the thresholds a customer set. Job, every few seconds: each alert is sent once per crossing,
 * on any number of instances, in the transaction that records it. A condition that begins and ends between two runs is
 * not noticed. Returns the number of alerts due; one without recipients is recorded as well.
 */
export async function runAlerts(ctx: AlertCtx): Promise<number> {
  const seen_before = new Date(ctx.clock.now().getTime() - PAUSE_MS)
  let due = 0
  for (const login of await changedLogins(ctx.db, seen_before, ENDING_BY_THEMSELVES)) {
    // One login that fails must not silence the others.
    due += await look(ctx, login).catch((error) => {
      ctx.log.warn({ err: error, login_id: login.id }, 'alert check of a login failed, retrying in the next run')
      return 0
    })
  }
  return due
}

async function look(ctx: AlertCtx, login: Watched): Promise<number> {
  const thresholds = thresholdsSchema.safeParse({ ...NO_ALERTS, ...login.alerts })
  if (!thresholds.success) {
    await putSeen(ctx.db, login, ctx.clock.now())
    return 0
  }
  const found_at = ctx.clock.now()
  const holding = await whatHolds(ctx, login.id, thresholds.data, found_at)
  const notifyOf = (kinds: readonly LoginAlertKind[]) => notify(ctx, login, { holding, found_at }, kinds)
  return notifyOf(LOGIN_ALERT_KINDS).catch(async (error) => {
    // One rule that fails must not silence the others of its login: now each is tried alone.
    ctx.log.warn({ err: error, login_id: login.id }, 'alert check of a login failed, trying its rules one by one')
    let due = 0
    for (const kind of LOGIN_ALERT_KINDS)
      due += await notifyOf([kind]).catch((e) => {
        ctx.log.warn({ err: e, login_id: login.id, kind }, 'alert rule failed, retrying in the next run')
        return 0
      })
    return due
  })
}

async function whatHolds(ctx: AlertCtx, login_id: number, thresholds: Alerts, now: Date): Promise<Alert[]> {
  const holding: Alert[] = []
  for (const rule of LOGIN_ALERT_KINDS.map((kind) => RULES[kind]))
    if (rule.isEnabled(thresholds)) holding.push(...rule.holding(await rule.read(ctx, login_id), thresholds, now))
  return holding
}

/** Sends the due alerts of these rules for a login, under a lock. Only a run of all rules marks the login as seen. */
async function notify(
  ctx: AlertCtx,
  login: Watched,
  { holding, found_at }: { holding: Alert[]; found_at: Date },
  kinds: readonly LoginAlertKind[],
): Promise<number> {
  return inTx(ctx.db, async (db) => {
    const now = ctx.clock.now()
    await lockLogin(db, login.id)
    if (kinds === LOGIN_ALERT_KINDS) await putSeen(db, login, now)
    const { due, ended } = dueAlerts(holding, await sentTo(db, login.id), found_at, kinds)
    await markEnded(db, login.id, ended, now)
    await deleteEnded(db, login.id, new Date(now.getTime() - RETENTION_MS))
    for (const alert of due) {
      await putSent(db, login.id, alert.kind, alert.keys, now)
      await dispatchAlert({ ...ctx, db }, alert, login)
    }
    return due.length
  })
}

/** Sends the webhooks that alerts and tests have queued. */
export function openAlertSender(ctx: DeliverCtx) {
  const caller = openWebhookCaller(ctx.env.webhook_allow_private)
  const queue = deliveryQueue(ctx, caller)
  return {
    /** Returns a function that stops it. */
    start: () => startLoop(ctx, queue).stop,
    /** Delivers everything due now; returns the number of deliveries. */
    runDue: () => runDue(ctx, queue),
    close: () => caller.close(),
  }
}

/** Deletes messages that arrived or were given up before this moment. */
export function deleteOldDeliveries(ctx: Pick<Ctx, 'db'>, before: Date): Promise<void> {
  return deleteDeliveries(ctx.db, before)
}
