import { Problem } from '@portico/contract/problem.ts'
import { FRAME_PATH } from '@portico/contract/scripts.ts'
import type { FastifyInstance } from 'fastify'
import type { Ctx } from '#ctx/ctx.ts'
import { frameDocument } from './frame-document.ts'

/** Serves the frames. They hold nothing of any user, so they need no session. */
export function frameRoutes(app: FastifyInstance, ctx: Ctx): void {
  const { frame_origin, parties } = ctx.scripts
  if (frame_origin)
    app.addHook('onRequest', async (request) => {
      // Third-party scripts run with that origin: nothing of the product may be reachable on it.
      if (request.host === frame_origin.host && !request.url.startsWith(FRAME_PATH)) throw new Problem('not_allowed')
    })
  app.get<{ Params: { name: string }; Querystring: { at?: unknown } }>(
    `${FRAME_PATH}:name`,
    { exposeHeadRoute: false },
    async (request, reply) => {
      const script = parties.find(({ name }) => name === request.params.name)
      const isAtHome = !frame_origin || request.host === frame_origin.host
      if (!script || !isAtHome) throw new Problem('not_allowed')
      // The brand of the parent page; a host we do not serve is not accepted.
      const home = frame_origin ? (await ctx.sites.of(String(request.query.at))).origin.origin : null
      const { html, csp } = frameDocument(script, home)
      return reply
        .removeHeader('x-frame-options')
        .headers({ 'content-security-policy': csp, 'cache-control': 'no-store' })
        .type('text/html; charset=utf-8')
        .send(html)
    },
  )
}
