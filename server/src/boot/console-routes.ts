import { randomBytes } from 'node:crypto'
import { type Boot, boot as bootSchema } from '@portico/contract/boot.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Ctx } from '#ctx/ctx.ts'
import { type AccessChecks, staffOf } from '#http/admit.ts'
import { escapeHtml, escapeJson, THEME_SCRIPT } from '#http/document.ts'
import { pageCsp } from '#http/headers.ts'
import { requestCtx } from '#http/request-ctx.ts'
import type { ConsoleFiles, WebBuild } from '#http/web-build.ts'
import { offerXsrf } from '#http/xsrf.ts'
import { bootOf } from './index.ts'
import { preferences } from './page-routes.ts'

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
        'content-security-policy': pageCsp(nonce, [], { frame: [], trusted_types: [] }),
        'cache-control': 'no-store',
        vary: 'Cookie, Accept-Language, Host',
      })
      .type('text/html; charset=utf-8')
      .send(documentOf(build.console, boot, { email: staff.email, role: staff.role }, nonce))
  }
  app.get('/operator', answer)
  app.get('/operator/*', answer)
}

function documentOf(files: ConsoleFiles, boot: Boot, me: { email: string; role: string }, nonce: string): string {
  const { language, theme_view, brand } = boot
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
${files.styles.map((href) => `<link rel="stylesheet" href="${href}">`).join('\n')}
</head>
<body data-theme="${theme_view}">
<script nonce="${nonce}">${THEME_SCRIPT}</script>
<div id="root"></div>
${files.scripts.map((href) => `<link rel="modulepreload" nonce="${nonce}" href="${href}">`).join('\n')}
<script type="application/json" id="boot">${escapeJson(boot)}</script>
<script type="application/json" id="console">${escapeJson({ ...me, messages: files.messages[language] ?? '' })}</script>
<script type="module" nonce="${nonce}" src="${files.entry}"></script>
</body>
</html>
`
}
