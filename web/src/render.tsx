import type { Messages } from '@lingui/core'
import type { Boot } from '@portico/contract/boot.ts'
import { setCurrency } from '@portico/contract/currency.ts'
import { renderToStaticMarkup, renderToString } from 'react-dom/server'
import { App } from '#app/app.tsx'
import { pageTitle } from '#app/page-title.ts'
import { resolve } from '#app/resolve.ts'
import type { Route } from '#app/routes.ts'
import { openView, SHELL_SOURCE } from '#app/view.ts'
import { createI18n, type MessageKey } from '#i18n/i18n.tsx'
import { locationOf } from '#lib/location.ts'
import { paths } from '#lib/paths.ts'
import { BootStateProvider } from '#session/boot-state.ts'
import { createSession } from '#session/session.ts'
import { SkeletonFrame } from '#shell/skeleton-frame.tsx'
import { GENERAL_PROMISE } from '#whitelabel/general-promise.ts'

/** Pages that are opened by a link: their address alone does not restore what the link carried. */
const LINK_PAGES: ReadonlySet<string> = new Set([
  paths.activate,
  paths.activateUser,
  paths.resetPassword,
  paths.unsubscribe,
  paths.signinByToken,
  paths.loginOnetime,
  paths.loginOnetimeAdmin,
])
const LOAD_AGAIN: MessageKey = 'This page needs JavaScript. Turn it on in your browser settings and reload the page.'
const NOT_STARTED: MessageKey =
  'This page did not load completely. The connection, a browser extension or a network filter may be the reason.'
const OPEN_LINK_AGAIN: MessageKey =
  'This page needs JavaScript. Turn it on in your browser settings and open the link again.'

/** The web build's data for one address: files to preload, the page's kind, and the markup of public pages. */
export async function draw(url: string, boot: Boot, messages: Messages) {
  setCurrency(boot.currency)
  const { route, location } = resolve(locationOf(url), boot.user, boot.serves)
  const i18n = createI18n(boot.language, messages)
  const title = pageTitle(
    boot.brand.title,
    route.titles.map((key) => i18n._(key)),
  )
  const description = boot.brand.hero[boot.language]?.title ?? i18n._(GENERAL_PROMISE)
  const sources = boot.user ? [route.source, SHELL_SOURCE] : [route.source]
  const no_script = i18n._(LINK_PAGES.has(route.path) ? OPEN_LINK_AGAIN : LOAD_AGAIN)
  const not_started = { text: i18n._(NOT_STARTED), again: i18n._('Try again') }
  const about = { sources, title, description, no_script, not_started, is_missing: route.path === paths.notFound }
  // Support sees a banner above everything; its height is not known here.
  if (boot.user && route.heading && boot.impersonated_by === null)
    return { ...about, is_look: true, html: drawLook(boot, i18n._(route.heading)) }
  if (boot.user || !route.drawn || isOneOfAKind(route, boot)) return { ...about, html: '' }
  const first = await openView(location, null, boot.serves)
  const html = renderToString(<App boot={boot} i18n={i18n} session={createSession(boot)} first={first} />)
  return { ...about, html }
}

const BUSY: Record<'title' | 'text' | 'again', MessageKey> = {
  title: 'We will be right back',
  text: 'Our service is busy or restarting. This page opens automatically.',
  again: 'Try again',
}

/** The page for the time in which none can be drawn. */
export function busyTexts(messages: Messages) {
  const i18n = createI18n('en', messages)
  return { title: i18n._(BUSY.title), text: i18n._(BUSY.text), again: i18n._(BUSY.again) }
}

/** The page an address shows to this visitor; together with the server's boot state it decides the markup. */
export function templateOf(url: string, boot: Boot): string {
  return resolve(locationOf(url), boot.user).route.path
}

/** An e-mail out of a link is any text there is: drawing it is left to the browser that brought it. */
function isOneOfAKind(route: Route, boot: Boot): boolean {
  return route.path === paths.forgotPassword && boot.staged_email !== null
}

function drawLook(boot: Boot, title: string): string {
  return renderToStaticMarkup(
    <BootStateProvider value={boot}>
      <SkeletonFrame title={title} />
    </BootStateProvider>,
  )
}
