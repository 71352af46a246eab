import { randomUUID } from 'node:crypto'
import compress from '@fastify/compress'
import cookie from '@fastify/cookie'
import { access } from '@portico/contract/access.ts'
import { auth } from '@portico/contract/auth.ts'
import { booting } from '@portico/contract/boot.ts'
import { operator } from '@portico/contract/operator.ts'
import { Problem } from '@portico/contract/problem.ts'
import { users } from '@portico/contract/users.ts'
import Fastify, { type FastifyRequest } from 'fastify'
import { accessHandlers } from '#access/handlers.ts'
import { authHandlers } from '#auth/handlers.ts'
import { bootOf } from '#boot/room.ts'
import { drawDocument } from '#http/document.ts'
import { securityHeaders } from '#http/headers.ts'
import { healthRoutes } from '#http/health.ts'
import { type Mounting, mount } from '#http/mount.ts'
import { answer, answerProblems } from '#http/problems.ts'
import { requestCtx } from '#http/request-ctx.ts'
import { staticFiles } from '#http/static.ts'
import type { WebBuild } from '#http/web-build.ts'
import { offerXsrf } from '#http/xsrf.ts'
import { operatorHandlers } from '#operator/handlers.ts'
import { holdsToken } from '#operator/token.ts'
import { usersHandlers } from '#users/handlers.ts'
import { modulesOfUser } from '#users/room.ts'
import type { Ctx } from './ctx.ts'

export interface Around {
  build: WebBuild
  operator_token: string
  about: Parameters<typeof operatorHandlers>[0]
  state: { stopping: boolean }
}

/** The map: every area mounted, every page served. */
export async function buildApp(ctx: Ctx, around: Around) {
  const { build, state } = around
  const app = Fastify({
    trustProxy: ctx.env.trust_proxy.length > 0 ? ctx.env.trust_proxy : false,
    logger: false,
    genReqId: () => randomUUID(),
    requestTimeout: 30_000,
    keepAliveTimeout: 72_000,
    bodyLimit: 1_048_576,
    routerOptions: { maxParamLength: 500 },
    forceCloseConnections: 'idle',
  })
  app.server.headersTimeout = 10_000
  await app.register(cookie)
  await app.register(compress, { threshold: 1024, encodings: ['br', 'gzip'] })
  answerProblems(app, ctx)
  securityHeaders(app, ctx)
  healthRoutes(app, ctx, state)
  await staticFiles(app, build)

  const to: Mounting = {
    modulesOf: (asked) => modulesOfUser(asked, asked.session.user_id),
    isOperator: (request) => holdsToken(request, around.operator_token),
  }
  mount(app, ctx, to, auth, authHandlers)
  mount(app, ctx, to, users, usersHandlers)
  mount(app, ctx, to, access, accessHandlers)
  mount(app, ctx, to, operator, operatorHandlers(around.about))

  const wishes = (request: FastifyRequest) => ({
    language: request.cookies.language,
    theme: request.cookies.theme,
    accept_language: request.headers['accept-language'],
  })
  app.get(booting.boot.path, async (request, reply) => {
    const asked = await requestCtx(ctx, request, reply, true)
    offerXsrf(ctx, request, reply, asked.session?.token_hash)
    reply.header('cache-control', 'no-store')
    return booting.boot.output.parse(await bootOf(asked, wishes(request), build.messages))
  })

  app.setNotFoundHandler(async (request, reply) => {
    const path = request.url.split('?')[0] ?? '/'
    const is_page =
      (request.method === 'GET' || request.method === 'HEAD') && !/^\/(api|assets|v3|sandbox)\//.test(path)
    if (!is_page) return answer(request, reply, new Problem('not_allowed'))
    const asked = await requestCtx(ctx, request, reply, false)
    offerXsrf(ctx, request, reply, asked.session?.token_hash)
    const boot = await bootOf(asked, wishes(request), build.messages)
    const page = await drawDocument(build, request.url, boot)
    return reply
      .headers({
        'content-security-policy': page.csp,
        'cache-control': 'no-store',
        vary: 'Cookie, Accept-Language, Host',
      })
      .type('text/html; charset=utf-8')
      .send(page.html)
  })
  return app
}
