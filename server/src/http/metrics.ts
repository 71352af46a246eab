import { createServer } from 'node:http'
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { startProblem } from '#db/start-problem.ts'
import type { Env } from '../env.ts'
import { sameText } from '../keys.ts'

export type Metrics = ReturnType<typeof openMetrics>

/** A number that is asked for whenever the figures are; undefined while it is not known. */
export interface Figure {
  name: string
  help: string
  read(): Promise<number | undefined>
}

/** Figures for Prometheus. */
export function openMetrics(figures: readonly Figure[] = []) {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const seconds = new Histogram({
    name: 'http_request_seconds',
    help: 'Time to answer, by route template and status',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
    registers: [registry],
  })
  for (const { name, help, read } of figures)
    new Gauge({
      name,
      help,
      registers: [registry],
      async collect() {
        // Without the database the other figures are wanted all the more.
        this.set((await read().catch(() => undefined)) ?? Number.NaN)
      },
    })
  return { seconds, type: registry.contentType, text: () => registry.metrics() }
}

/**
 * Who may read them where customers come in. Sums of seconds tell anybody how long their own request took, and so whether
 * an address is known here: in production a token is asked for, and without one there is nothing.
 */
export function mayReadMetrics({ production, metrics }: Env, authorization: string | undefined): boolean {
  return metrics.token === undefined ? !production : sameText(authorization ?? '', `Bearer ${metrics.token}`)
}

/** The same figures on a port of their own, which the operator keeps to themselves. */
export async function serveMetrics(env: Env, { type, text }: Metrics): Promise<() => Promise<void>> {
  const { port, host, token } = env.metrics
  if (port === undefined) return async () => {}
  const server = createServer({ headersTimeout: 5_000, requestTimeout: 5_000 }, (request, response) => {
    const is_allowed = token === undefined || mayReadMetrics(env, request.headers.authorization)
    if (request.method !== 'GET' || request.url !== '/metrics') response.writeHead(404).end()
    else if (!is_allowed) response.writeHead(401).end()
    else
      text().then(
        (figures) => response.writeHead(200, { 'content-type': type, 'cache-control': 'no-store' }).end(figures),
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
