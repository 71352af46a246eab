import { randomBytes } from 'node:crypto'
import { type Boot, boot as bootSchema } from '@portico/contract/boot.ts'
import { LANGUAGES } from '@portico/contract/language.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import type { Ctx } from '#ctx/ctx.ts'
import { type AccessChecks, staffOf } from '#http/admit.ts'
import { escapeHtml, escapeJson, THEME_SCRIPT } from '#http/document.ts'
import { pageCsp } from '#http/headers.ts'
import { requestCtx } from '#http/request-ctx.ts'
import type { WebBuild } from '#http/web-build.ts'
import { offerXsrf } from '#http/xsrf.ts'
import { drawSample } from '#mail/index.ts'
import { bootOf } from './index.ts'
import { preferences } from './page-routes.ts'

/** Staff type addresses of pictures, which the preview of a brand shows; mails are shown in a frame. */
const CONSOLE_CSP = (nonce: string) => pageCsp(nonce, ['https:'], { frame: ["'self'"], trusted_types: [] })
const MAIL_CSP = "default-src 'none'; style-src 'unsafe-inline'; img-src 'self' https:; frame-ancestors 'self'; sandbox"
const mailQuery = z.object({
  template: z.string(),
  language: z.enum(LANGUAGES),
  host: z.optional(z.string().check(z.maxLength(300))),
})

type Page = (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>

/**
 * The console of staff, on a host of theirs. It has a document of its own, so that no customer loads a byte of it; for
 * everybody but staff with a role its addresses are those of no page.
 */
export function consoleRoutes(
  app: FastifyInstance,
  ctx: Ctx,
  build: WebBuild,
  checks: Pick<AccessChecks, 'staffMember'>,
  notFound: Page,
): void {
  const answer = async (request: FastifyRequest, reply: FastifyReply) => {
    const request_ctx = await requestCtx(ctx, request, reply, false)
    const { session, serves, wl_id } = request_ctx
    if (!serves.staff || wl_id !== 0) return notFound(request, reply.code(404))
    if (!session && request.headers.authorization === undefined)
      return reply.header('cache-control', 'no-store').redirect(`/signin#${request.url}`)
    const staff = await staffOf(ctx, checks, request, session)
    if (!staff) return notFound(request, reply.code(404))
    offerXsrf(ctx, request, reply, session?.token_hash)
    const boot = bootSchema.parse(await bootOf(request_ctx, preferences(request), build.messages))
    const nonce = randomBytes(16).toString('base64')
    return reply
      .headers({
        'content-security-policy': CONSOLE_CSP(nonce),
        'cache-control': 'no-store',
        vary: 'Cookie, Accept-Language, Host',
      })
      .type('text/html; charset=utf-8')
      .send(documentOf(build, boot, { email: staff.email, role: staff.role }, nonce))
  }
  /** A mail as it is sent, for a frame of the console: nothing in it runs or leads anywhere. */
  const mail = async (request: FastifyRequest, reply: FastifyReply) => {
    const { session, serves, wl_id } = await requestCtx(ctx, request, reply, false)
    const staff = serves.staff && wl_id === 0 ? await staffOf(ctx, checks, request, session) : undefined
    const { template, language, host } = mailQuery.safeParse(request.query).data ?? {}
    const site = host ? await ctx.sites.of(host) : ctx.sites.own
    const drawn = staff && template && language ? drawSample(ctx, { template, language, site }, staff.email) : undefined
    if (!drawn) return notFound(request, reply.code(404))
    return reply
      .headers({ 'content-security-policy': MAIL_CSP, 'x-frame-options': 'SAMEORIGIN', 'cache-control': 'no-store' })
      .type('text/html; charset=utf-8')
      .send(drawn.html)
  }
  app.get('/operator/mail-preview', mail)
  app.get('/operator', answer)
  app.get('/operator/*', answer)
}

function documentOf(build: WebBuild, boot: Boot, me: { email: string; role: string }, nonce: string): string {
  const { language, theme_view, brand } = boot
  const files = build.console
  const texts = { messages: files.messages[language] ?? '', own: build.own_messages.get(language)?.hash ?? null }
  const first = `/assets/i18n/operator/first.${language}.json?${texts.messages}`
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<meta property="csp-nonce" nonce="${nonce}">
<title>${escapeHtml(brand.title)}</title>
<link rel="icon" href="/assets/favicon.svg">
<link rel="preload" as="fetch" crossorigin href="${first}">
${files.styles.map((href) => `<link rel="stylesheet" href="${href}">`).join('\n')}
</head>
<body data-theme="${theme_view}">
<script nonce="${nonce}">${THEME_SCRIPT}</script>
<div id="root"></div>
${files.scripts.map((href) => `<link rel="modulepreload" nonce="${nonce}" href="${href}">`).join('\n')}
<script type="application/json" id="boot">${escapeJson(boot)}</script>
<script type="application/json" id="console">${escapeJson({ ...me, texts })}</script>
<script type="module" nonce="${nonce}" src="${files.entry}"></script>
</body>
</html>
`
}
