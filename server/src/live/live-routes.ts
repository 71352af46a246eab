import type { PassThrough } from 'node:stream'
import { liveStream, staffLiveStream } from '@portico/contract/live.ts'
import { isAllowed } from '@portico/contract/menu.ts'
import { Problem } from '@portico/contract/problem.ts'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Ctx, Session } from '#ctx/ctx.ts'
import { type AccessChecks, admit, staffOf } from '#http/admit.ts'
import { readInput } from '#http/read-input.ts'
import { requestCtx } from '#http/request-ctx.ts'
import { checkOrigin } from '#http/xsrf.ts'
import type { Live } from './index.ts'

/** A stream is not a JSON answer, so its route is not a contract endpoint; permissions are checked the same way. */
export function liveRoutes(app: FastifyInstance, ctx: Ctx, checks: AccessChecks, live: Live): void {
  app.get(liveStream.path, { exposeHeadRoute: false, compress: false }, async (request, reply) => {
    checkOrigin(ctx, request)
    const request_ctx = await requestCtx(ctx, request, reply, true)
    const { session } = request_ctx
    if (!session) throw new Problem('sign_in_needed')
    if (session.is_held_back && session.staff_id === null) throw new Problem('factor_setup_needed')
    const { tail } = readInput(liveStream.input, request.query)
    if (tail && !isAllowed(liveStream.tail[tail], await checks.modulesOf({ ...request_ctx, session })))
      throw new Problem('not_allowed')
    reply.header('cache-control', 'no-store').header('vary', 'Cookie')
    return answer(reply, live.open(session, tail))
  })
  app.get(staffLiveStream.path, { exposeHeadRoute: false, compress: false }, async (request, reply) => {
    const { staff } = await admit(ctx, checks, staffLiveStream, request, reply)
    const { session } = await requestCtx(ctx, request, reply, true)
    // A program with a token has no session; it has webhooks.
    if (!session || !staff) throw new Problem('not_allowed')
    const isStaff = async (now: Session) => (await staffOf(ctx, checks, request, now)) !== undefined
    reply.header('cache-control', 'no-store').header('vary', 'Cookie')
    return answer(reply, live.openStaff(session, isStaff))
  })
  // Closed before the server waits for open responses, because streams do not end on their own.
  app.addHook('preClose', async () => live.close())
}

function answer(reply: FastifyReply, stream: PassThrough | undefined) {
  // 204 stops the browser's automatic reconnect; the page polls instead, and no error is shown.
  if (!stream) return reply.code(204).send()
  return reply.header('x-accel-buffering', 'no').type('text/event-stream; charset=utf-8').send(stream)
}
