import type { FastifyInstance } from 'fastify'
import type { Ctx } from '#ctx/ctx.ts'
import { databaseTrouble } from '#db/ping-store.ts'
import { type Metrics, mayReadMetrics } from './metrics.ts'
import { lineOf } from './request-log.ts'

/**
 * Liveness, readiness, and metrics for authorised readers. `stopping` turns readiness off at once, before the drain.
 */
export function healthRoutes(
  app: FastifyInstance,
  ctx: Ctx,
  {
    state,
    metrics,
    bookingTrouble,
  }: { state: { stopping: boolean }; metrics: Metrics; bookingTrouble(): string | undefined },
): void {
  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'unknown'
    metrics.seconds.observe({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1000)
    const { statusCode: status, elapsedTime } = reply
    const ms = Math.round(elapsedTime)
    ctx.log.info({ ...lineOf(request), method: request.method, route, status, ms }, 'answered')
  })
  app.get('/healthz', async (_request, reply) => reply.type('text/plain').send('ok\n'))
  app.get('/readyz', async (_request, reply) => {
    const trouble = state.stopping ? 'stopping' : (bookingTrouble() ?? (await databaseTrouble(ctx.db)))
    return reply
      .code(trouble === undefined ? 200 : 503)
      .headers({ 'cache-control': 'no-store' })
      .type('text/plain')
      .send(trouble === undefined ? 'ready\n' : `not ready: ${trouble}\n`)
  })
  app.get('/metrics', async (request, reply) => {
    if (!mayReadMetrics(ctx.env, request.headers.authorization)) return reply.callNotFound()
    return reply
      .header('cache-control', 'no-store')
      .type(metrics.type)
      .send(await metrics.text())
  })
}
