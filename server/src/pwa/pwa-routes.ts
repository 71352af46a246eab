import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Ctx } from '#ctx/ctx.ts'
import type { WebBuild } from '#http/web-build.ts'
import { drawIcon } from './brand-icon.ts'
import { BUSY_PATH, busyPage } from './busy-page.ts'
import { manifestOf, readShortcutNames } from './manifest.ts'
import { drawOfflineShell } from './offline-shell.ts'
import { readWorkers } from './worker-script.ts'

export { busyPage }

/** The worker fetches files of this origin and runs no other script. */
const WORKER_CSP =
  "default-src 'none'; connect-src 'self'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'"

/** Makes the product installable and lets it open without a connection. */
export function pwaRoutes(app: FastifyInstance, ctx: Ctx, build: WebBuild): void {
  const workers = readWorkers(build)
  const names = readShortcutNames(build)
  // Revalidated at every start of the page, so that a new release, and the removal of the worker, take effect at once.
  const fresh = (reply: FastifyReply) => reply.header('cache-control', 'no-cache')

  app.get('/ngsw-worker.js', (_request, reply) => {
    const script = ctx.env.worker === 'off' ? workers.safety : workers.offline
    if (script === undefined) return reply.callNotFound()
    return fresh(reply)
      .header('content-security-policy', WORKER_CSP)
      .type('text/javascript; charset=utf-8')
      .send(script)
  })

  app.get('/offline-shell', async (request, reply) => {
    const { parts, csp } = await drawOfflineShell(ctx, build, request, reply)
    return fresh(reply)
      .headers({ 'content-security-policy': csp, vary: 'Accept-Language, Host' })
      .type('text/html; charset=utf-8')
      .send(parts.join(''))
  })

  const busy = busyPage(ctx, build)
  app.get(BUSY_PATH, async (request, reply) => {
    // The brand of a host is known once it was read.
    await ctx.sites.of(request.host)
    return busy(request, reply)
  })

  app.get('/manifest.webmanifest', async (request, reply) => {
    const { brand } = await ctx.sites.of(request.host)
    return fresh(reply)
      .header('vary', 'Accept-Language, Host')
      .type('application/manifest+json; charset=utf-8')
      .send(JSON.stringify(manifestOf(brand, request.headers['accept-language'], names)))
  })

  app.get('/brand-icon.svg', async (request, reply) => {
    const { brand } = await ctx.sites.of(request.host)
    return fresh(reply).header('vary', 'Host').type('image/svg+xml; charset=utf-8').send(drawIcon(brand))
  })
}
