import { HOUR_MS, MINUTE_MS } from '@portico/contract/time.ts'
import { ALERTS_EVERY_MS, deleteOldDeliveries, runAlerts } from '#alerts/index.ts'
import { deleteExpired } from '#answers/index.ts'
import { mailExpiringKeys } from '#api-keys/index.ts'
import { watchAudit } from '#audit/index.ts'
import { sweepAuth } from '#auth/index.ts'
import { mailStatements, recheckVatNumbers, refreshRates } from '#billing/index.ts'
import { BUDGETS_EVERY_MS, deleteOldReports, runBudgets } from '#budgets/index.ts'
import { deleteOldEvents, firstCallListener } from '#business-events/index.ts'
import { WATCH_EVERY_MS, watchCustomers } from '#business-watch/index.ts'
import { runClosings } from '#closing/index.ts'
import type { Ctx } from '#ctx/ctx.ts'
import { deleteOldExports, prepareExports } from '#data-export/index.ts'
import { completeCardOrders, giveUpdates, preparePurchases, removeUnfinished } from '#databases/index.ts'
import type { Gateway } from '#gateway/index.ts'
import { forgetWindows } from '#http/limits-store.ts'
import { sessionLimits } from '#http/session.ts'
import { deleteStaleSessions } from '#http/session-store.ts'
import { deleteOldItems } from '#inbox/index.ts'
import { closeDays } from '#ledger/books/index.ts'
import { deriveRollups, eraseAddresses, keepPartitions, releaseLostVolume, voidStaleHolds } from '#ledger/jobs/index.ts'
import { deleteOldMail } from '#mail/index.ts'
import { moveDays } from '#moved-days/index.ts'
import {
  askAboutOrders,
  followDelayed,
  forgetCustomers,
  forgetEvents,
  handleEvents,
  reconcile,
} from '#payments/index.ts'
import { RECHARGES_EVERY_MS, runRecharges } from '#recharge/index.ts'
import type { JobRun, Service } from '#service/index.ts'
import type { Status } from '#status/index.ts'
import { renewSubscriptions } from '#subscriptions/index.ts'
import { discardOldSignUps } from '#users/index.ts'

const SECOND_MS = 1000
/** How long people find what they were notified of. */
const INBOX_DAYS = 90

/** Starts the timed jobs. Returns a function that stops them. */
export function startJobs(
  ctx: Ctx,
  gateway?: Pick<Gateway, 'sweep'>,
  onRun: (job: string, run: JobRun) => void = () => undefined,
  { status, service }: { status?: Pick<Status, 'run'>; service?: Pick<Service, 'run'> } = {},
): () => Promise<void> {
  const running = new Set<Promise<void>>()
  const timers: NodeJS.Timeout[] = []

  /** A job that takes longer than its pause is not begun twice. */
  const every = (pause_ms: number, name: string, job: () => Promise<unknown>, is_due_now = false) => {
    let current: Promise<void> | undefined
    const run = () => {
      if (current) return
      const began_ms = performance.now()
      const ms = () => performance.now() - began_ms
      const attempt = job()
        .then(
          () => onRun(name, { ms: ms() }),
          (error) => {
            onRun(name, { ms: ms(), error })
            ctx.log.warn({ err: error, job: name }, 'job failed, will be retried')
          },
        )
        .finally(() => {
          running.delete(attempt)
          current = undefined
        })
      current = attempt
      running.add(attempt)
    }
    const timer = setInterval(run, pause_ms)
    timer.unref()
    timers.push(timer)
    if (is_due_now) run()
  }

  // Names are labels of metrics and the field `job` of the log: dashboards and alert rules know them.
  every(HOUR_MS, 'sweep', () => sweep(ctx))
  every(HOUR_MS, 'check_audit_log', () => watchAudit(ctx), true)
  every(HOUR_MS, 'maintain_partitions', () => keepPartitions(ctx, ctx.env.keep), true)
  const { addresses_days } = ctx.env.keep
  if (addresses_days) every(HOUR_MS, 'erase_addresses', () => eraseAddresses(ctx, addresses_days), true)
  every(HOUR_MS, 'close_days', () => closeDays(ctx))
  every(HOUR_MS, 'move_days', () => moveDays(ctx))
  every(3 * SECOND_MS, 'rollup', () => deriveRollups(ctx, firstCallListener(ctx)))
  every(MINUTE_MS, 'void_stale_holds', () => voidStaleHolds(ctx))
  every(10 * MINUTE_MS, 'release_lost_volume', () => releaseLostVolume(ctx))
  every(2 * SECOND_MS, 'complete_card_orders', () => completeCardOrders(ctx), true)
  every(2 * SECOND_MS, 'prepare_purchases', () => preparePurchases(ctx), true)
  every(3 * SECOND_MS, 'prepare_data_exports', () => prepareExports(ctx), true)
  every(MINUTE_MS, 'close_accounts', () => runClosings(ctx), true)
  every(HOUR_MS, 'deliver_database_updates', () => giveUpdates(ctx), true)
  every(ALERTS_EVERY_MS, 'send_alerts', () => runAlerts(ctx))
  every(BUDGETS_EVERY_MS, 'check_budgets', () => runBudgets(ctx), true)
  every(WATCH_EVERY_MS, 'watch_customers', () => watchCustomers(ctx))
  every(MINUTE_MS, 'renew_subscriptions', () => renewSubscriptions(ctx))
  every(RECHARGES_EVERY_MS, 'auto_recharge', () => runRecharges(ctx))
  every(5 * SECOND_MS, 'handle_payment_events', () => handleEvents(ctx), true)
  every(MINUTE_MS, 'poll_orders', () => askAboutOrders(ctx), true)
  every(HOUR_MS, 'reconcile_payments', () => reconcile(ctx), true)
  every(HOUR_MS, 'refresh_exchange_rates', () => refreshRates(ctx), true)
  every(HOUR_MS, 'check_vat_numbers', () => recheckVatNumbers(ctx), true)
  every(HOUR_MS, 'mail_statements', () => mailStatements(ctx), true)
  every(HOUR_MS, 'mail_expiring_keys', () => mailExpiringKeys(ctx), true)
  every(HOUR_MS, 'delete_processor_customers', () => forgetCustomers(ctx), true)
  if (ctx.payments.processor?.name === 'test') every(2 * SECOND_MS, 'follow_delayed_payments', () => followDelayed(ctx))
  if (status) every(10 * SECOND_MS, 'update_status', () => status.run(), true)
  if (service) every(10 * SECOND_MS, 'record_service', () => service.run(), true)
  if (gateway) every(HOUR_MS, 'sweep_gateway', () => gateway.sweep())
  return async () => {
    timers.forEach(clearInterval)
    await Promise.all(running)
  }
}

async function sweep(ctx: Ctx): Promise<void> {
  await deleteStaleSessions(ctx.db, sessionLimits(ctx))
  await sweepAuth(ctx)
  await discardOldSignUps(ctx)
  const before = (days: number) => new Date(ctx.clock.now().getTime() - days * 24 * HOUR_MS)
  await deleteOldMail(ctx.db, before(ctx.env.keep.mail_days))
  await deleteOldDeliveries(ctx, before(ctx.env.keep.mail_days))
  await deleteOldEvents(ctx, before(ctx.env.keep.mail_days))
  await deleteOldItems(ctx, before(INBOX_DAYS))
  await deleteOldReports(ctx, before(INBOX_DAYS))
  await forgetEvents(ctx, before(30))
  await removeUnfinished(ctx)
  await deleteOldExports(ctx)
  await deleteExpired(ctx.db, ctx.clock.now())
  await forgetWindows(ctx.db, new Date(ctx.clock.now().getTime() - 24 * HOUR_MS))
}
