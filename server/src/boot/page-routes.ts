import { booting } from '@portico/contract/boot.ts'
import { isServed } from '@portico/contract/hosts.ts'
import { Problem } from '@portico/contract/problem.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Ctx } from '#ctx/ctx.ts'
import { drawDocument, streamOf } from '#http/document.ts'
import { botCheckExtras } from '#http/headers.ts'
import { isPage } from '#http/page-address.ts'
import { answer } from '#http/problems.ts'
import { requestCtx } from '#http/request-ctx.ts'
import type { WebBuild } from '#http/web-build.ts'
import { checkOrigin, offerXsrf } from '#http/xsrf.ts'
import { bootOf } from './index.ts'

/** The reader's choices, as the browser sends them. */
export const preferences = (request: FastifyRequest) => ({
  language: request.cookies.language,
  theme: request.cookies.theme,
  accept_language: request.headers['accept-language'],
})

/** The boot data of a page, as an endpoint. */
export function bootRoutes(app: FastifyInstance, ctx: Ctx, build: WebBuild): void {
  app.get(booting.boot.path, async (request, reply) => {
    checkOrigin(ctx, request)
    const request_ctx = await requestCtx(ctx, request, reply, true)
    offerXsrf(ctx, request, reply, request_ctx.session?.token_hash)
    reply.header('cache-control', 'no-store').header('vary', 'Cookie, Accept-Language, Host')
    return booting.boot.output.parse(await bootOf(request_ctx, preferences(request), build.messages))
  })
}

/** Answers every address of a page, and refuses the others. */
export function pageOf(ctx: Ctx, build: WebBuild) {
  return async (request: FastifyRequest, reply: FastifyReply) => {
    const path = request.url.split('?')[0] ?? '/'
    if (!isPage(request.method, path)) return answer(request, reply, new Problem('not_allowed'))
    const request_ctx = await requestCtx(ctx, request, reply, false)
    offerXsrf(ctx, request, reply, request_ctx.session?.token_hash)
    const boot = await bootOf(request_ctx, preferences(request), build.messages, request.url)
    const drawn = await drawDocument(build, request.url, boot, botCheckExtras(ctx.env))
    if (drawn.is_missing || !isServed(path, request_ctx.serves)) reply.code(404)
    return reply
      .headers({
        'content-security-policy': drawn.csp,
        'cache-control': 'no-store',
        vary: 'Cookie, Accept-Language, Host',
      })
      .type('text/html; charset=utf-8')
      .send(streamOf(drawn))
  }
}
