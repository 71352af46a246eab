import { createServer } from 'node:http'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { sameText } from '#crypto/keys.ts'
import { startProblem } from '#db/start-problem.ts'
import type { Env } from '#env/env.ts'

export type Metrics = ReturnType<typeof openMetrics>

export interface Labelled {
  labels: Record<string, string>
  value: number
}

/** Numbers that are read whenever metrics are requested; undefined while they are not known. */
export interface Metric {
  name: string
  help: string
  /**
   * Names of labels, when `read` answers with several. Their values come from a list of ours, never from a customer.
   */
  labels?: string[]
  /** How the values of several workers become one. */
  aggregated?: 'max' | 'min' | 'sum'
  read(): Promise<number | undefined | Labelled[]>
}

/** A call of the data API may take two minutes. */
export const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120]
const READ_MS = 2000
const SHARED_MS = 500

/** Metrics for Prometheus. */
export function openMetrics(metrics: readonly Metric[] = [], join?: (registry: Registry) => () => Promise<string>) {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const registers = [registry]
  const add = ({ name, help, labels = [], aggregated = 'max', read }: Metric) => {
    new Gauge({
      name,
      help,
      labelNames: labels,
      registers,
      // Most are read from the database, which all workers share.
      aggregator: aggregated,
      async collect() {
        // Without the database the other metrics are needed all the more.
        const found = await inTime(read).catch(() => undefined)
        this.reset()
        if (Array.isArray(found)) for (const { labels: of, value } of found) this.set(of, value)
        else this.set(found ?? Number.NaN)
      },
    })
  }
  metrics.forEach(add)
  return {
    seconds: new Histogram({
      name: 'http_request_seconds',
      help: 'Time to answer, by route template and status',
      labelNames: ['method', 'route', 'status'],
      buckets: SECONDS,
      registers,
    }),
    counter: <L extends string>(name: string, help: string, labelNames: L[]) =>
      new Counter({ name, help, labelNames, registers }),
    histogram: <L extends string>(name: string, help: string, labelNames: L[]) =>
      new Histogram({ name, help, labelNames, buckets: SECONDS, registers }),
    add,
    /** The current values of one metric; empty where there is none of that name. */
    values: async (name: string): Promise<Labelled[]> => {
      const { values = [] } = (await registry.getSingleMetric(name)?.get()) ?? {}
      return values.map(({ labels, value }) => ({
        labels: Object.fromEntries(Object.entries(labels).map(([label, of]) => [label, String(of)])),
        value,
      }))
    },
    type: registry.contentType,
    /** Of all workers, where there are several. */
    text: join ? join(registry) : () => registry.metrics(),
  }
}

/** Several metrics from one query: it runs once for all of them. */
export function sharedRead<T>(read: () => Promise<T>): () => Promise<T> {
  let last: { at_ms: number; reading: Promise<T> } | undefined
  return () => {
    if (!last || performance.now() - last.at_ms > SHARED_MS) last = { at_ms: performance.now(), reading: read() }
    return last.reading
  }
}

/** Prometheus itself waits ten seconds: one slow metric must not cost it all others. */
async function inTime<T>(read: () => Promise<T>): Promise<T | undefined> {
  const late = Promise.withResolvers<undefined>()
  const timer = setTimeout(() => late.resolve(undefined), READ_MS)
  try {
    return await Promise.race([read(), late.promise])
  } finally {
    clearTimeout(timer)
  }
}

/**
 * Access to metrics on the public port. Sums of seconds reveal how long a request took, and so whether an address is
 * known here: in production a token is needed, and without one there are none.
 */
export function mayReadMetrics({ production, metrics }: Env, authorization: string | undefined): boolean {
  return metrics.token === undefined ? !production : sameText(authorization ?? '', `Bearer ${metrics.token}`)
}

/** The same metrics on a separate port, which the operator does not publish. */
export async function serveMetrics(
  env: Env,
  { type, text }: Pick<Metrics, 'type' | 'text'>,
): Promise<() => Promise<void>> {
  const { port, host, token } = env.metrics
  if (port === undefined) return async () => {}
  const server = createServer({ headersTimeout: 5_000, requestTimeout: 5_000 }, (request, response) => {
    const is_allowed = token === undefined || mayReadMetrics(env, request.headers.authorization)
    if (request.method !== 'GET' || request.url !== '/metrics') response.writeHead(404).end()
    else if (!is_allowed) response.writeHead(401).end()
    else
      text().then(
        (metrics) => response.writeHead(200, { 'content-type': type, 'cache-control': 'no-store' }).end(metrics),
        () => response.writeHead(500).end(),
      )
  })
  const listening = Promise.withResolvers<void>()
  server.once('error', (error: NodeJS.ErrnoException) =>
    listening.reject(
      startProblem(`Cannot listen on ${host}:${port} (${error.code}). Set METRICS_HOST and METRICS_PORT.`),
    ),
  )
  server.listen(port, host, listening.resolve)
  await listening.promise
  return async () => {
    const closed = Promise.withResolvers<void>()
    server.close(() => closed.resolve())
    server.closeAllConnections()
    await closed.promise
  }
}
