import type { FastifyReply, FastifyRequest } from 'fastify'
import { bootOf } from '#boot/index.ts'
import type { Ctx } from '#ctx/ctx.ts'
import { drawDocument, type Page } from '#http/document.ts'
import { botCheckExtras } from '#http/headers.ts'
import { requestCtx } from '#http/request-ctx.ts'
import type { WebBuild } from '#http/web-build.ts'

const SOURCES = ['src/shell/shell.tsx', 'src/app/offline.tsx']

/** The document a browser stores for offline use: brand of the host and an empty page. It holds nothing of the user. */
export async function drawOfflineShell(
  ctx: Ctx,
  build: WebBuild,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Page> {
  const { brand } = await ctx.sites.of(request.host)
  const request_ctx = { ...(await requestCtx(ctx, request, reply, true)), brand, session: undefined, flow: {} }
  const preferences = { language: undefined, theme: undefined, accept_language: request.headers['accept-language'] }
  const boot = { ...(await bootOf(request_ctx, preferences, build.messages)), offline: true }
  const draw = async () => ({ sources: SOURCES, title: boot.brand.title, html: '' })
  return drawDocument({ ...build, draw }, '/', boot, botCheckExtras(ctx.env))
}
