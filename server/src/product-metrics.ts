import type pg from 'pg'
import { alertQueueState } from '#alerts/index.ts'
import { auditMetric } from '#audit/index.ts'
import { eventQueueState } from '#business-events/index.ts'
import type { Ctx } from '#ctx/ctx.ts'
import { exportQueueState } from '#data-export/index.ts'
import { databaseFailure } from '#db/ping-store.ts'
import type { Replicas } from '#db/replicas.ts'
import { type Metric, type Metrics, sharedRead } from '#http/metrics.ts'
import { mailQueueState } from '#mail/index.ts'
import { paymentMetrics } from '#payments/index.ts'
import type { JobRun } from '#service/index.ts'

/** Metrics of the operator besides the gateway's: build, database, mail, alerts and the audit log. */
export function productMetrics(
  ctx: Pick<Ctx, 'db' | 'clock'>,
  {
    version,
    pool,
    replicas,
  }: {
    version: string
    pool: Pick<pg.Pool, 'totalCount' | 'idleCount' | 'waitingCount'>
    replicas?: Replicas
  },
): Metric[] {
  const { db } = ctx
  const queues = sharedRead(async () => ({
    mail: await mailQueueState(db),
    alerts: await alertQueueState(db),
    exports: await exportQueueState(db),
    events: await eventQueueState(db),
  }))
  const sending = async (read: 'waiting' | 'oldest_s') =>
    Object.entries(await queues()).map(([queue, state]) => ({ labels: { queue }, value: state[read] }))
  return [
    // The first, because the others query the database and would be counted by it.
    {
      name: 'portico_pool_connections',
      aggregated: 'sum',
      help: 'Connections to the database, and requests that wait for one',
      labels: ['state'],
      read: async () => [
        { labels: { state: 'busy' }, value: pool.totalCount - pool.idleCount },
        { labels: { state: 'idle' }, value: pool.idleCount },
        { labels: { state: 'waiting' }, value: pool.waitingCount },
      ],
    },
    auditMetric(ctx),
    ...paymentMetrics(ctx),
    {
      name: 'portico_build_info',
      help: 'What runs',
      labels: ['version', 'node'],
      read: async () => [{ labels: { version, node: process.versions.node }, value: 1 }],
    },
    {
      name: 'portico_database_up',
      aggregated: 'min',
      help: 'Whether the database answers and takes what is written',
      read: async () => ((await databaseFailure(db, 1500)) === undefined ? 1 : 0),
    },
    ...(replicas ? replicaMetrics(replicas) : []),
    {
      name: 'portico_outgoing_waiting',
      help: 'Mails, alerts, archives of data and business events that are due',
      labels: ['queue'],
      read: () => sending('waiting'),
    },
    {
      name: 'portico_outgoing_oldest_seconds',
      help: 'How long the oldest of them has been due',
      labels: ['queue'],
      read: () => sending('oldest_s'),
    },
  ]
}

/** None without replicas: a metric that is never there raises no alert. */
function replicaMetrics({ report, reads }: Replicas): Metric[] {
  return [
    {
      name: 'portico_replica_serving',
      aggregated: 'min',
      help: 'Whether a replica takes reads: not while it is gone, behind, promoted or follows another primary',
      labels: ['replica'],
      read: async () =>
        report().map(({ replica, state }) => ({ labels: { replica }, value: state === 'serving' ? 1 : 0 })),
    },
    {
      name: 'portico_replica_lag_seconds',
      help: 'Age of the newest heartbeat that a replica shows; none while it is gone',
      labels: ['replica'],
      read: async () =>
        report().flatMap(({ replica, lag_s }) => (lag_s === undefined ? [] : { labels: { replica }, value: lag_s })),
    },
    {
      name: 'portico_replica_reads',
      aggregated: 'sum',
      help: 'Reads that a replica may answer since the start, by the database that answered',
      labels: ['database'],
      read: async () => [...reads()].map(([database, value]) => ({ labels: { database }, value })),
    },
  ]
}

/** When each job last succeeded, and how often it failed. */
export function jobMetrics(
  { clock }: Pick<Ctx, 'clock'>,
  metrics: Pick<Metrics, 'add' | 'counter'>,
): (job: string, run: JobRun) => void {
  const done = new Map<string, number>()
  metrics.add({
    name: 'portico_job_last_success_timestamp_seconds',
    help: 'When a job was last done',
    labels: ['job'],
    read: async () => [...done].map(([job, value]) => ({ labels: { job }, value })),
  })
  const failures = metrics.counter('portico_job_failures_total', 'How often a job failed', ['job'])
  return (job, run) => {
    if (!('error' in run)) done.set(job, Math.floor(clock.now().getTime() / 1000))
    // Counted from zero on: Prometheus sees no increase in a first value.
    failures.inc({ job }, 'error' in run ? 1 : 0)
  }
}
