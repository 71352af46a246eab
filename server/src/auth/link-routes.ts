import { isServed } from '@portico/contract/hosts.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import type { Ctx } from '#ctx/ctx.ts'
import { isStorable } from '#http/read-input.ts'
import { requestCtx } from '#http/request-ctx.ts'
import { linkRoutes } from './links.ts'
import { unsubscribeAtOnce } from './unsubscribe.ts'

const texts = z.record(z.string(), z.string().check(z.refine(isStorable)))
const ONE_CLICK = 'List-Unsubscribe=One-Click'

/**
 * The addresses of mails and redirects. A GET only moves what the link carries into the sealed cookie; `page` draws the
 * ones that carry nothing.
 */
export function mountLinks(
  app: FastifyInstance,
  ctx: Ctx,
  page: (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>,
): void {
  for (const { path, read } of linkRoutes)
    app.get(path, async (request, reply) => {
      const [params, query] = [texts.safeParse(request.params), texts.safeParse(request.query)]
      if (!params.success || !query.success) return page(request, reply)
      const staged = read(params.data, query.data)
      if (!staged) return page(request, reply)
      const request_ctx = await requestCtx(ctx, request, reply, true)
      if (!isServed(path, request_ctx.serves)) return page(request, reply)
      request_ctx.setFlow(staged.stage)
      return reply
        .header('cache-control', 'no-store')
        .header('referrer-policy', 'no-referrer')
        .redirect(`${staged.to}${integrityIn(query.data)}`, 303)
    })
  mountOneClick(app, ctx)
}

/** The page keeps this parameter, whatever page the address leads to. */
function integrityIn({ integrity }: Record<string, string>): string {
  return integrity && /^[a-z]{1,20}$/.test(integrity) ? `?integrity=${integrity}` : ''
}

/** RFC 8058: the mail program posts a form without cookies; the hash in the address authorises it. */
function mountOneClick(app: FastifyInstance, ctx: Ctx): void {
  app.register(async (scope) => {
    scope.addContentTypeParser(
      ['application/x-www-form-urlencoded', 'multipart/form-data'],
      { parseAs: 'string', bodyLimit: 2_000 },
      (_request, body, done) => done(null, body),
    )
    scope.post('/unsubscribe/:email/:hash', async (request, reply) => {
      const params = texts.safeParse(request.params)
      const is_one_click =
        String(request.body ?? '')
          .replaceAll('\r\n', '')
          .includes(ONE_CLICK) || isForm(request.body)
      const request_ctx = await requestCtx(ctx, request, reply, undefined)
      const { email = '', hash = '' } = params.success ? params.data : {}
      if (is_one_click) await unsubscribeAtOnce(request_ctx, { email, hash })
      return reply
        .header('cache-control', 'no-store')
        .code(is_one_click ? 200 : 400)
        .send()
    })
  })
}

function isForm(body: unknown): boolean {
  return typeof body === 'string' && /name="List-Unsubscribe"\s+One-Click/.test(body)
}
