import { inCurrency } from '@portico/contract/currency.ts'
import type { operator } from '@portico/contract/operator.ts'
import { DAY_MS } from '@portico/contract/time.ts'
import { failedAlerts } from '#alerts/index.ts'
import { failedEvents } from '#business-events/index.ts'
import type { Ctx } from '#ctx/ctx.ts'
import { failedExports } from '#data-export/index.ts'
import { failedWebhooks } from '#gateway/index.ts'
import type { Labelled, Metrics } from '#http/metrics.ts'
import type { Handlers } from '#http/mount.ts'
import { failedMails } from '#mail/index.ts'
import { failedTasks } from './find-call-store.ts'

/** Queue lengths, as /metrics has them, and what was given up lately. */
export function queueHandlers(metrics: Metrics) {
  const byQueue = async (name: string) =>
    new Map((await metrics.values(name)).map(({ labels, value }) => [labels.queue ?? '', value]))
  return {
    queues: async (ctx: Pick<Ctx, 'db' | 'clock'>) => {
      const since = new Date(ctx.clock.now().getTime() - DAY_MS)
      const failed: Record<string, number> = {
        tasks: await failedTasks(ctx.db, since),
        webhooks: await failedWebhooks(ctx.db, since),
        mail: await failedMails(ctx.db, since),
        alerts: await failedAlerts(ctx.db, since),
        exports: await failedExports(ctx.db, since),
        events: await failedEvents(ctx.db, since),
      }
      const waiting = [...(await byQueue('portico_queue_waiting')), ...(await byQueue('portico_outgoing_waiting'))]
      const oldest = new Map([
        ...(await byQueue('portico_queue_oldest_seconds')),
        ...(await byQueue('portico_outgoing_oldest_seconds')),
      ])
      const done = await metrics.values('portico_job_last_success_timestamp_seconds')
      const failures = await metrics.values('portico_job_failures_total')
      return {
        queues: waiting.map(([queue, count]) => ({
          queue,
          waiting: count,
          oldest_s: rounded(oldest.get(queue)),
          failed: failed[queue] ?? null,
        })),
        holds: {
          count: single(await metrics.values('portico_holds')),
          oldest_s: rounded(single(await metrics.values('portico_hold_oldest_seconds'))),
          held_micros: Math.round(single(await metrics.values(inCurrency('portico_held'))) * 1_000_000),
        },
        jobs: done.map(({ labels: { job = '' }, value }) => ({
          job,
          last_success: new Date(value * 1000).toISOString(),
          failures: failures.find(({ labels }) => labels.job === job)?.value ?? 0,
        })),
      }
    },
  } satisfies Pick<Handlers<typeof operator>, 'queues'>
}

function single([first]: Labelled[]): number {
  return first && Number.isFinite(first.value) ? first.value : 0
}

function rounded(seconds = 0): number {
  return Math.round(seconds * 10) / 10
}
