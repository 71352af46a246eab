import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Ctx, RequestCtx } from '../ctx.ts'
import { endSession, readSession, startSession } from './session.ts'
import { offerXsrf } from './xsrf.ts'

/** The request as rules see it. `is_background` undefined: a caller without a browser, who has no session at all. */
export async function requestCtx(
  ctx: Ctx,
  request: FastifyRequest,
  reply: FastifyReply,
  is_background: boolean | undefined,
): Promise<RequestCtx> {
  const session = is_background === undefined ? undefined : await readSession(ctx, request, is_background)
  return {
    ...ctx,
    request: {
      id: request.id,
      ip: request.ip,
      user_agent: (request.headers['user-agent'] ?? '').slice(0, 300),
      host: request.host,
    },
    session,
    async startSession(user_id) {
      offerXsrf(ctx, request, reply, await startSession(ctx, request, reply, session, user_id))
    },
    async endSession() {
      await endSession(ctx, reply, session)
      offerXsrf(ctx, request, reply, undefined)
    },
  }
}
