import { isLanguage, type Language, languageOfHeader } from '@portico/contract/language.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Catalogue } from '#catalogue/index.ts'
import type { Ctx, Site } from '#ctx/ctx.ts'
import { isUnavailable } from '#db/unavailable.ts'
import { AT_ONCE } from '#http/compression.ts'
import type { WebBuild } from '#http/web-build.ts'
import { checkOrigin } from '#http/xsrf.ts'
import { textsIn } from '#i18n/translate.ts'
import { drawFeed } from './draw-feed.ts'
import { drawOnce } from './draw-once.ts'
import { drawStatusPage } from './draw-page.ts'
import { drawMessage, type Look } from './draw-parts.ts'
import type { Source } from './judge.ts'
import { STYLE_HASH } from './page-style.ts'
import { type StatusReader, timeout } from './read-status.ts'
import type { Snapshot } from './snapshot.ts'
import { beginSubscription, confirmSubscription, endSubscription } from './subscribe.ts'
import { readSubscriptionLink, type Subscription } from './subscription-links.ts'
import { type Reader, viewOf } from './view.ts'
import { BUSY, OLD_LINK, REFUSALS, STEPS } from './words.ts'

/** The brand is read as long, before the last known one is shown. */
const BRAND_TIMEOUT_MS = 1000
const BODY_MAX = 2_000
type Query = { Querystring: { language?: string } }
type Link = Query & { Params: { token: string } }

/** The public status page, its feed and its subscription: without script or session. */
export function statusRoutes(
  app: FastifyInstance,
  ctx: Ctx & { catalogue: Catalogue },
  { status, build }: { status: Pick<StatusReader, 'current'>; build: Pick<WebBuild, 'titleIn'> },
  source: Source,
): void {
  const pathOf = { confirm: '/status/confirm/:token', unsubscribe: '/status/unsubscribe/:token' } as const

  const viewIn = (language: Language, snapshot: Snapshot, is_old: boolean) =>
    viewOf({ snapshot, is_old }, ctx.catalogue, source, ctx.clock.now(), (title) => build.titleIn(language, title))

  async function show(request: FastifyRequest<Query>, reply: FastifyReply, typed?: { email: string; wrong: string }) {
    const { snapshot, is_old } = await status.current()
    const site = await siteOf(ctx, request.host, is_old)
    if (site && !site.serves.customers) return reply.callNotFound()
    const look = lookOf(request, site)
    const draw = () => {
      const view = snapshot && viewIn(look.language, snapshot, is_old)
      return drawStatusPage(look, readerOf(ctx, site, look.language), view, typed)
    }
    const html = snapshot && !typed ? drawOnce(snapshot, [look, is_old, ...known(source)], draw) : draw()
    reply.header('cache-control', is_old || typed ? 'no-store' : 'public, max-age=10')
    return send(reply, look, html)
  }

  app.get<Query>('/status', { compress: AT_ONCE }, (request, reply) => show(request, reply))

  app.get<Query>('/status.atom', { compress: AT_ONCE }, async (request, reply) => {
    const { snapshot, is_old } = await status.current()
    const site = await siteOf(ctx, request.host, is_old)
    // Without a snapshot or a brand nothing true can be written; feed readers come again.
    if (!snapshot || !site) return reply.code(503).header('retry-after', '60').send()
    if (!site.serves.customers) return reply.callNotFound()
    const reader = readerOf(ctx, site, languageOf(request))
    const feed = drawOnce(snapshot, ['feed', site.origin.href, site.brand, reader.language], () =>
      drawFeed(reader, viewIn(reader.language, snapshot, is_old)),
    )
    return reply
      .headers({ 'cache-control': 'public, max-age=60', vary: 'Accept-Language, Cookie, Host' })
      .type('application/atom+xml; charset=utf-8')
      .send(feed)
  })

  app.register(async (scope) => {
    scope.addContentTypeParser(
      ['application/x-www-form-urlencoded', 'multipart/form-data'],
      { parseAs: 'string', bodyLimit: BODY_MAX },
      (_request, body, done) => done(null, body),
    )
    scope.post<Query>('/status/subscribe', async (request, reply) => {
      checkOrigin(ctx, request)
      const language = languageOf(request)
      const t = textsIn(language)
      const email = new URLSearchParams(String(request.body ?? '')).get('email') ?? ''
      return saved(request, reply, async (site, look) => {
        const outcome = await beginSubscription(ctx, site, { email, language, ip: request.ip })
        if (outcome === 'wrong_email' || outcome === 'too_many') {
          reply.code(outcome === 'too_many' ? 429 : 400)
          return show(request, reply, { email: email.slice(0, 254), wrong: t(REFUSALS[outcome]) })
        }
        return message(reply, look, {
          title: t('Check your mailbox'),
          text: t(
            'We have sent an e-mail to {email}. Open the link in it to confirm the subscription; it is valid for 24 hours.',
            { email: outcome.email },
          ),
        })
      })
    })

    for (const kind of ['confirm', 'unsubscribe'] as const) {
      const { ask, done } = STEPS[kind]
      scope.get<Link>(pathOf[kind], (request, reply) =>
        withLink(request, reply, kind, async (given, look) => {
          const t = textsIn(given.language)
          const { title, text, button } = ask
          return message(reply, look, { title: t(title), text: t(text, { email: given.email }), button: t(button) })
        }),
      )
      // The hidden link authorises it, so that mail programs can unsubscribe by themselves (RFC 8058).
      scope.post<Link>(pathOf[kind], (request, reply) =>
        withLink(request, reply, kind, async (given, look) => {
          await RUN[kind](ctx, given)
          const t = textsIn(given.language)
          return message(reply, look, { title: t(done.title), text: t(done.text, { email: given.email }) })
        }),
      )
    }
  })

  async function withLink(
    request: FastifyRequest<Link>,
    reply: FastifyReply,
    kind: keyof typeof pathOf,
    run: (given: Subscription, look: Look) => Promise<FastifyReply>,
  ) {
    return saved(request, reply, async (site, look) => {
      const given = readSubscriptionLink(ctx, kind, request.params.token, site.wl_id)
      if (!given) return message(reply.code(404), look, plain(look, OLD_LINK))
      return run(given, { ...look, language: given.language })
    })
  }

  /** What needs the database is refused in plain words while there is none. */
  async function saved(
    request: FastifyRequest<Query>,
    reply: FastifyReply,
    run: (site: Site, look: Look) => Promise<unknown>,
  ) {
    reply.header('referrer-policy', 'no-referrer')
    try {
      const site = await ctx.sites.of(request.host)
      if (!site.serves.customers) return reply.callNotFound()
      return await run(site, lookOf(request, site))
    } catch (error) {
      if (!isUnavailable(error)) throw error
      const look = lookOf(request, ctx.sites.lastOf(request.host))
      return message(reply.code(503).header('retry-after', '10'), look, plain(look, BUSY))
    }
  }
}

/** What changes a page between two snapshots. */
function known(source: Source): unknown[] {
  return [source.isRefusing(), source.isDown(), [...source.brokenApis()]]
}

const RUN = { confirm: confirmSubscription, unsubscribe: endSubscription }

/** While the database does not answer, the brand is the last known one. */
async function siteOf({ sites }: Pick<Ctx, 'sites'>, host: string, is_old: boolean): Promise<Site | undefined> {
  if (is_old) return sites.lastOf(host)
  const read = sites.of(host).catch(() => undefined)
  return (await Promise.race([read, timeout(BRAND_TIMEOUT_MS)])) ?? sites.lastOf(host)
}

function readerOf({ sites }: Pick<Ctx, 'sites'>, site: Site | undefined, language: Language): Reader {
  // A host that was never read may be a white-label's: it gets no text that names the provider.
  return { site: site ?? { ...sites.own, wl_id: -1 }, sites, language }
}

/** The choice in the address, then the cookie, then the browser. */
function languageOf(request: FastifyRequest<Query>): Language {
  const { language } = request.query
  if (isLanguage(language)) return language
  const chosen = request.cookies.language
  return isLanguage(chosen) ? chosen : languageOfHeader(request.headers['accept-language'])
}

function lookOf(request: FastifyRequest<Query>, site: Site | undefined): Look {
  const { theme } = request.cookies
  const chosen = theme === 'light' || theme === 'dark' ? theme : undefined
  return { brand: site?.brand, language: languageOf(request), theme: chosen }
}

function plain({ language }: Look, { title, text }: typeof OLD_LINK | typeof BUSY) {
  const t = textsIn(language)
  return { title: t(title), text: t(text) }
}

function message(reply: FastifyReply, look: Look, about: Parameters<typeof drawMessage>[1]): FastifyReply {
  return send(reply.header('cache-control', 'no-store'), look, drawMessage(look, about))
}

function send(reply: FastifyReply, { brand }: Look, html: string): FastifyReply {
  const pictures = [brand?.logo_url, brand?.favicon_url].flatMap((url) =>
    url?.startsWith('https://') ? [new URL(url).origin] : [],
  )
  const csp = `default-src 'none'; style-src '${STYLE_HASH}'; img-src ${["'self'", ...new Set(pictures)].join(' ')}; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`
  return reply
    .headers({ 'content-security-policy': csp, vary: 'Accept-Language, Cookie, Host' })
    .type('text/html; charset=utf-8')
    .send(html)
}
