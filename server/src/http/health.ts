import type { FastifyInstance } from 'fastify'
import type { Ctx } from '#ctx/ctx.ts'
import { databaseFailure } from '#db/ping-store.ts'
import { type Metrics, mayReadMetrics } from './metrics.ts'
import { lineOf } from './request-log.ts'

/** A reply that is known to be bad waits only briefly for the cause. */
const CAUSE_WITHIN_MS = 500

async function failureOf({ db }: Pick<Ctx, 'db'>, booking: string | undefined): Promise<string | undefined> {
  const database = await databaseFailure(db, booking ? CAUSE_WITHIN_MS : undefined)
  return database && booking ? `${database}; ${booking}` : (database ?? booking)
}

/**
 * Liveness, readiness, and metrics for authorised readers. `stopping` turns readiness off at once, before the drain.
 */
export function healthRoutes(
  app: FastifyInstance,
  ctx: Ctx,
  {
    state,
    metrics,
    bookingFailure,
  }: { state: { stopping: boolean }; metrics: Metrics; bookingFailure(): string | undefined },
): void {
  app.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'unknown'
    const { statusCode: status, elapsedTime } = reply
    metrics.seconds.observe({ method: request.method, route, status }, elapsedTime / 1000)
    const ms = Math.round(elapsedTime)
    ctx.log.info({ ...lineOf(request), method: request.method, route, status, ms }, 'answered')
    done()
  })
  app.get('/healthz', async (_request, reply) => reply.type('text/plain').send('ok\n'))
  app.get('/readyz', async (_request, reply) => {
    const failure = state.stopping ? 'stopping' : await failureOf(ctx, bookingFailure())
    return reply
      .code(failure === undefined ? 200 : 503)
      .headers({ 'cache-control': 'no-store' })
      .type('text/plain')
      .send(failure === undefined ? 'ready\n' : `not ready: ${failure}\n`)
  })
  app.get('/metrics', async (request, reply) => {
    if (!mayReadMetrics(ctx.env, request.headers.authorization)) return reply.callNotFound()
    return reply
      .header('cache-control', 'no-store')
      .type(metrics.type)
      .send(await metrics.text())
  })
}
