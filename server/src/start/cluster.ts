import cluster, { type Worker } from 'node:cluster'
import { setTimeout as sleep } from 'node:timers/promises'
import { MINUTE_MS } from '@portico/contract/time.ts'
import closeWithGrace from 'close-with-grace'
import * as z from 'zod/mini'
import type { Env } from '#env/env.ts'
import { serveMetrics } from '#http/metrics.ts'
import { openLog } from '../log.ts'
import { openMetricsSum } from './cluster-metrics.ts'
import { openForWorkers, type Shared, shared } from './installation.ts'
import { announceReady, warnOfSettings } from './start-messages.ts'

/** A worker that ends is replaced after this pause, which doubles while workers end within a minute. */
const RESTART_MS = 1000
const RESTART_MAX_MS = 30_000
/** The primary ends after its workers, whatever is left of them. */
const GRACE_MS = 30_000

const fromPrimary = z.object({ type: z.literal('portico:shared'), shared })

export const isPrimary = ({ workers }: Pick<Env, 'workers'>): boolean => cluster.isPrimary && workers > 1

/** In a worker: what the primary has opened. Undefined in a server of one process. */
export function receiveShared(): Promise<Shared | undefined> {
  if (cluster.isPrimary) return Promise.resolve(undefined)
  const received = Promise.withResolvers<Shared>()
  const listen = (message: unknown) => {
    const { data } = fromPrimary.safeParse(message)
    if (!data) return
    process.off('message', listen)
    received.resolve(data.shared)
  }
  process.on('message', listen)
  return received.promise
}

export const isWorker = (): boolean => cluster.isWorker

const stopRequest = Promise.withResolvers<void>()
// A worker that is still starting must not miss it.
if (cluster.isWorker) process.on('message', (message) => message === 'portico:stop' && stopRequest.resolve())

/** In a worker: the primary stops all workers at once. */
export function onStop(stop: () => unknown): void {
  stopRequest.promise.then(stop)
}

const CAUGHT_UP = 'portico:caught up'
const CATCHES_UP_MS = 1000

/** In a worker: the primary has handled every message before this one, such as the end of listening. */
export async function primaryCaughtUp(): Promise<void> {
  if (cluster.isPrimary) return
  const { promise, resolve } = Promise.withResolvers<void>()
  const listen = (message: unknown) => message === CAUGHT_UP && resolve()
  process.on('message', listen)
  process.send?.(CAUGHT_UP)
  const timer = setTimeout(resolve, CATCHES_UP_MS)
  await promise
  clearTimeout(timer)
  process.off('message', listen)
}

/**
 * Opens what belongs to the installation (data folder, database, migrations, operator token, metrics port) and keeps the workers
 * running, which share one port. Each worker is an instance of its own, as on several machines: when it dies, its holds return after
 * its heartbeat.
 */
export async function runPrimary(env: Env): Promise<void> {
  const log = openLog({ level: env.log_level, port: env.port })
  warnOfSettings(log)
  const undo: (() => unknown)[] = []
  const stop = async () => {
    for (const step of undo.splice(0).reverse()) await step()
  }
  try {
    const metrics = openMetricsSum()
    const workers = keepWorkers(await openForWorkers(env, log, undo), env, log, metrics.add)
    undo.push(workers.stop)
    // Before all workers are there: those that are answer calls already, and a signal without this would end them at once.
    closeWithGrace({ delay: GRACE_MS + env.drain_delay_ms, logger: false }, async ({ err, signal }) => {
      if (err) log.fatal({ err }, 'stopping after an error')
      else log.info({ reason: signal ?? 'requested' }, 'stopping')
      await stop()
      log.info('stopped')
    })
    await workers.started
    undo.push(await serveMetrics(env, metrics))
    log.info({ workers: env.workers }, 'all workers listen')
    if (!env.production) announceReady(env.public_url.origin, env.demo)
  } catch (error) {
    await stop()
    throw error
  }
}

/** The first worker starts alone: it makes the demo account and parses the documents for the others. */
function keepWorkers(
  given: Shared,
  { listen_fd }: Pick<Env, 'listen_fd'>,
  log: ReturnType<typeof openLog>,
  onReady: (worker: Worker) => void,
) {
  const ending = new Set<Promise<void>>()
  const starting = new Set<Worker>()
  const started = Promise.withResolvers<void>()
  let is_stopping = false
  let is_started = false
  let pause_ms = RESTART_MS

  const fork = () => {
    const worker = cluster.fork()
    starting.add(worker)
    const began_ms = performance.now()
    const ended = Promise.withResolvers<void>()
    ending.add(ended.promise)
    worker.send({ type: 'portico:shared', shared: given })
    worker.once('listening', () => {
      starting.delete(worker)
      onReady(worker)
    })
    worker.on('message', (message) => message === CAUGHT_UP && worker.send(CAUGHT_UP))
    worker.once('exit', async (code, signal) => {
      ending.delete(ended.promise)
      ended.resolve()
      starting.delete(worker)
      if (is_stopping || !is_started) return
      pause_ms = performance.now() - began_ms < MINUTE_MS ? Math.min(pause_ms * 2, RESTART_MAX_MS) : RESTART_MS
      log.error({ worker: worker.process.pid, code, signal, pause_ms }, 'worker ended, it is replaced')
      // A held port is closed with its last worker and cannot be opened again: the service manager starts all of it anew.
      if (listen_fd !== undefined && ending.size === 0) process.exit(1)
      await sleep(pause_ms)
      if (!is_stopping) fork()
    })
    return worker
  }
  const listening = (worker: Worker) => {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    worker.once('listening', () => resolve())
    worker.once('exit', (code) => is_stopping || reject(new WorkerEnded(code)))
    return promise
  }
  const start = async () => {
    const first = fork()
    await listening(first)
    if (is_stopping) return
    await Promise.all(Array.from({ length: given.workers - 1 }, () => listening(fork())))
    is_started = true
  }
  start().then(started.resolve, started.reject)
  return {
    started: started.promise,
    async stop() {
      is_stopping = true
      // One that is still starting serves no one, and may find the port closed.
      for (const worker of starting) worker.process.kill('SIGKILL')
      for (const worker of Object.values(cluster.workers ?? {}))
        if (worker && !starting.has(worker)) worker.send('portico:stop')
      await Promise.all(ending)
    },
  }
}

/** A worker that could not start has printed why. */
export class WorkerEnded extends Error {
  constructor(code: number | null) {
    super(`a worker ended with ${code} before it was ready`)
  }
}
