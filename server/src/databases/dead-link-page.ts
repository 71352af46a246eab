import { createHash } from 'node:crypto'
import { LINK_DAYS } from '@portico/contract/databases.ts'
import { type Language, languageOfField } from '@portico/contract/language.ts'
import { PROBLEMS } from '@portico/contract/problem.ts'
import { PATHS } from '@portico/contract/screens.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Ctx } from '#ctx/ctx.ts'
import { escapeHtml } from '#http/document.ts'
import { requestCtx } from '#http/request-ctx.ts'
import { textsIn } from '#i18n/translate.ts'
import { userById } from '#users/index.ts'

const STYLE = `body{margin:0;min-height:100vh;display:grid;place-items:center;font:16px/1.5 system-ui,sans-serif;background:light-dark(#f7f8fa,#0d0f13);color:light-dark(#14171d,#eceef2)}
main{box-sizing:border-box;max-width:560px;padding:24px}
h1{margin:8px 0;font-size:24px;line-height:1.25}
p{margin:0 0 24px;color:light-dark(#474e5b,#b1b8c4)}
p.brand{margin:0}
a{display:inline-block;padding:10px 16px;border-radius:8px;background:light-dark(#2450b8,#8fb2ff);color:light-dark(#fff,#0d0f13);text-decoration:none}`

const CSP = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`,
  "base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
].join('; ')

/** Whether a browser wants to show it; a download tool is answered in its own form. */
export function wantsPage({ headers }: Pick<FastifyRequest, 'headers'>): boolean {
  return headers.accept?.includes('text/html') ?? false
}

/** The page for a person who opens an expired link, in their language, signed in or not. */
export async function sendDeadLinkPage(ctx: Ctx, request: FastifyRequest, reply: FastifyReply) {
  const request_ctx = await requestCtx(ctx, request, reply, true)
  const user = request_ctx.session && (await userById(ctx, request_ctx.session.user_id))
  const language = user ? languageOfField(user.language) : request_ctx.language
  const theme = user?.theme_view ?? request.cookies.theme
  return reply
    .code(PROBLEMS.link_used.status)
    .headers({
      'content-security-policy': CSP,
      'cache-control': 'no-store',
      vary: 'Accept, Accept-Language, Cookie, Host',
      'x-robots-tag': 'noindex',
    })
    .type('text/html; charset=utf-8')
    .send(draw(language, request_ctx.brand.title, theme === 'dark' || theme === 'light' ? theme : 'light dark'))
}

function draw(language: Language, brand: string, scheme: string): string {
  const t = textsIn(language)
  const title = t('This download link no longer works')
  return `<!doctype html>
<html lang="${language}">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="${scheme}">
<title>${escapeHtml(`${title} · ${brand}`)}</title>
<style>${STYLE}</style>
<main>
<p class="brand">${escapeHtml(brand)}</p>
<h1>${escapeHtml(title)}</h1>
<p>${escapeHtml(t('It has expired or was replaced. A link works for {days} days. You can create a new one under My Purchases.', { days: LINK_DAYS }))}</p>
<a href="${PATHS.databasesPurchases}">${escapeHtml(t('Go to My Purchases'))}</a>
</main>
</html>
`
}
