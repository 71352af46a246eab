import { Problem } from '@portico/contract/problem.ts'
import type { FastifyInstance } from 'fastify'
import type { Ctx } from '#ctx/ctx.ts'
import { insertEvent } from './event-store.ts'
import { handleEvents } from './handle-events.ts'

const BODY_MAX = 256 * 1024

/**
 * Receives the events of the processor. Its signature covers the bytes as they came, so nothing parses them before; there is no session
 * and no cookie. A message is acknowledged once it is stored, and handled at once, or later by the job.
 */
export function webhookRoutes(app: FastifyInstance, ctx: Ctx): void {
  const { processor } = ctx.payments
  const verify = processor?.verifyEvent
  if (!processor || !verify) return
  const wake = wakeable(ctx)
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: BODY_MAX }, (_request, body, done) => {
      done(null, body)
    })
    scope.post(`/webhooks/${processor.name}`, { bodyLimit: BODY_MAX }, async (request, reply) => {
      const raw = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
      const now = ctx.clock.now()
      const event = verify(raw, request.headers, now)
      if (!event) throw new Problem('bad_request')
      ctx.payments.onStep('event received')
      await insertEvent(ctx.db, processor.name, event, now)
      ctx.payments.onStep('event stored')
      wake()
      reply.header('cache-control', 'no-store')
      return { received: true }
    })
  })
}

/** One run at a time in a process, and one more after it: a burst of messages must not take all connections of the database. */
function wakeable(ctx: Ctx): () => void {
  let is_running = false
  let is_wanted = false
  const run = async () => {
    is_running = true
    while (is_wanted) {
      is_wanted = false
      await handleEvents(ctx).catch((error) => ctx.log.warn({ err: error }, 'handling payment events failed'))
    }
    is_running = false
  }
  return () => {
    is_wanted = true
    if (!is_running) void run()
  }
}
