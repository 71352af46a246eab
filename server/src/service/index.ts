import { hostname } from 'node:os'
import type { Catalogue } from '#catalogue/index.ts'
import type { Ctx } from '#ctx/ctx.ts'
import { describeInstance, type Gateway } from '#gateway/index.ts'
import type { Metrics } from '#http/metrics.ts'
import { addCounts, type Count, deleteOldCounts } from './count-store.ts'
import { type JobRuns, openJobRuns } from './job-runs.ts'
import { addJobRuns } from './job-store.ts'
import { openDeltas } from './read-deltas.ts'

export type { JobRun } from './job-runs.ts'
export { isDownAnywhere, openBreakers, readInstances, readService, readServiceApi } from './read-service.ts'

const SPANS = [60, 3600] as const
/** Ranges of a day and more are read from hours. */
const MINUTES_STORED_MS = 3 * 60 * 60 * 1000
const HOURS_STORED_MS = 31 * 24 * 60 * 60 * 1000

export interface Service {
  /** Notes that a job has run. */
  note: JobRuns['note']
  /** Job: writes what was counted since the last time, and the load of this instance. */
  run(): Promise<void>
  /** Writes what was counted, when the process stops. */
  flush(): Promise<void>
}

/** Writes the metrics of this instance to the database, where they outlive it and are added to those of all others. */
export function openService(
  ctx: Pick<Ctx, 'db' | 'clock'> & { catalogue: Pick<Catalogue, 'entries'> },
  { metrics, gateway, version }: { metrics: Metrics; gateway: Pick<Gateway, 'gate'>; version: string },
): Service {
  const { admission, upstream, pass } = gateway.gate
  const readDeltas = openDeltas(metrics.values, ctx.catalogue)
  const jobs = openJobRuns(ctx)
  const readLoad = openLoad(metrics)
  const waiting = new Map<string, Count>()
  const count = async () => {
    const now_ms = ctx.clock.now().getTime()
    for (const delta of await readDeltas())
      for (const span_s of SPANS)
        addTo(waiting, { ...delta, span_s, at: new Date(now_ms - (now_ms % (span_s * 1000))) })
  }
  const flush = async () => {
    await count()
    const counts = [...waiting.values()]
    const runs = jobs.take()
    waiting.clear()
    try {
      await addCounts(ctx.db, counts)
    } catch (error) {
      for (const row of counts) addTo(waiting, row)
      jobs.giveBack(runs)
      throw error
    }
    await addJobRuns(ctx.db, runs).catch((error: unknown) => {
      jobs.giveBack(runs)
      throw error
    })
  }
  return {
    note: jobs.note,
    flush,
    async run() {
      await flush()
      const breakers = [upstream, pass].flatMap((source) => source?.openEndpoints() ?? [])
      const is_down = upstream?.isDown() ?? false
      const facts = { ...(await readLoad()), node: process.versions.node, breakers, is_down }
      await describeInstance(ctx.db, admission.instance, { version, host: hostname(), pid: process.pid, facts })
      const now_ms = ctx.clock.now().getTime()
      await deleteOldCounts(ctx.db, 60, new Date(now_ms - MINUTES_STORED_MS))
      await deleteOldCounts(ctx.db, 3600, new Date(now_ms - HOURS_STORED_MS))
    },
  }
}

function addTo(waiting: Map<string, Count>, row: Count): void {
  const { metric, span_s, at, api, name, code, outcome } = row
  const key = JSON.stringify([metric, span_s, at, api, name, code, outcome])
  const before = waiting.get(key)
  if (!before) return void waiting.set(key, { ...row, buckets: [...row.buckets] })
  before.calls += row.calls
  before.buckets = before.buckets.map((all, step) => all + (row.buckets[step] ?? 0))
}

/** Of this process, since the last reading. */
function openLoad(metrics: Pick<Metrics, 'values'>) {
  let before = { at_ms: performance.now(), cpu: process.cpuUsage() }
  return async () => {
    const [lag] = await metrics.values('nodejs_eventloop_lag_p99_seconds')
    const now = { at_ms: performance.now(), cpu: process.cpuUsage() }
    const used_ms = (now.cpu.user + now.cpu.system - before.cpu.user - before.cpu.system) / 1000
    const cpu = used_ms / Math.max(now.at_ms - before.at_ms, 1)
    before = now
    return {
      cpu: Math.round(cpu * 1000) / 1000,
      memory_bytes: process.memoryUsage.rss(),
      lag_ms: Math.round((lag?.value ?? 0) * 10_000) / 10,
    }
  }
}
