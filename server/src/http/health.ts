import type { FastifyInstance } from 'fastify'
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { answersQuery } from '#db/ping-store.ts'
import type { Ctx } from '../ctx.ts'

/** A number that is asked for whenever the figures are; undefined while it is not known. */
export interface Figure {
  name: string
  help: string
  read(): Promise<number | undefined>
}

/** Alive, ready to take work, and figures for Prometheus. `stopping` turns ready off at once, before the drain. */
export function healthRoutes(
  app: FastifyInstance,
  ctx: Ctx,
  state: { stopping: boolean },
  figures: readonly Figure[] = [],
): void {
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
  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'unknown'
    seconds.observe({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1000)
    ctx.log.info(
      {
        request_id: request.id,
        method: request.method,
        route,
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
      },
      'answered',
    )
  })
  app.get('/healthz', async (_request, reply) => reply.type('text/plain').send('ok\n'))
  app.get('/readyz', async (_request, reply) => {
    const is_ready = !state.stopping && (await answersQuery(ctx.db))
    return reply
      .code(is_ready ? 200 : 503)
      .type('text/plain')
      .send(is_ready ? 'ready\n' : 'not ready\n')
  })
  app.get('/metrics', async (_request, reply) => reply.type(registry.contentType).send(await registry.metrics()))
}
