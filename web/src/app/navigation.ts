import type { Serves } from '@portico/contract/hosts.ts'
import { tellShownLogin, whenSignedOut } from '#lib/api.ts'
import { whenFetchedAhead } from '#lib/fetch-ahead.ts'
import { paths } from '#lib/paths.ts'
import { currentPlace, keepScroll, keptScroll, navigate, onNavigation, type Place, setNextPlace } from '#lib/place.ts'
import { critical } from '#lib/slow-network.ts'
import { forget, recall, remember } from '#lib/storage.ts'
import { keepInvitation } from '#session/invitation.ts'
import { landing, safePath } from '#session/landing.ts'
import type { Session } from '#session/session.ts'
import { onSignedOutElsewhere } from '#session/sign-out.ts'
import { type Keep, leadsSomewhere, resolve } from './resolve.ts'
import { openAhead, openView, type View } from './view.ts'

/** Shows the screen of every address the visitor goes to, and the right one when they sign in or out. */
export function followAddress(session: Session, serves: Serves, show: (view: View) => void): () => void {
  let latest = 0
  let shown = currentPlace().path
  const go = async () => {
    latest += 1
    const turn = latest
    const { place } = resolve(currentPlace(), session.user(), serves)
    setNextPlace(place.path === shown ? undefined : place)
    const view = await critical(openView(currentPlace(), session.user(), serves))
    // A slow screen must not replace the one that was asked for after it.
    if (turn !== latest) return
    syncAddress(view)
    // A filter in the address is no new place: only another path begins anew, at the top.
    const isOther = view.place.path !== shown
    if (isOther) view.askAhead?.()
    show(view)
    setNextPlace(undefined)
    // Back at a screen the visitor stands where they left it; a new one begins at the top.
    if (isOther) restore(keptScroll())
    shown = view.place.path
  }
  history.scrollRestoration = 'manual'
  addEventListener('pagehide', keepScroll)
  restore(keptScroll())
  const stops = [
    () => removeEventListener('pagehide', keepScroll),
    onNavigation(go),
    session.subscribe((event, to) => {
      if (event === 'began') navigate(takeLanding(session, to), { replace: true })
      if (event === 'ended') navigate(paths.signin, { replace: true })
      // Another login or role may have closed the screen that is open.
      if (event === 'changed' && resolve(currentPlace(), session.user()).place.path !== currentPlace().path) go()
    }),
    onSignedOutElsewhere(() => session.user() && session.end()),
  ]
  whenFetchedAhead((path, client) => openAhead(path, session.user(), client))
  tellShownLogin(() => session.user()?.api_login)
  whenSignedOut(() => {
    if (!session.user()) return
    const { path, search, hash } = currentPlace()
    remember('last_url', { path: `${path}${search}${hash}`, at_ms: Date.now() })
    session.end('lost')
  })
  return () => {
    for (const stop of stops) stop()
  }
}

let finder: Promise<typeof import('./restore-scroll.ts')> | undefined

/** What finds a place again comes with the first way back. */
function restore(to_px: number): void {
  if (to_px > 0) finder ??= import('./restore-scroll.ts')
  const go = () => scrollTo(0, to_px)
  if (finder) finder.then(({ restoreScroll }) => restoreScroll(to_px), go)
  else go()
}

/** Puts the address right after redirects and writes down what the guards asked to keep. */
export function syncAddress(view: { place: Place; keep: Keep[] }): void {
  const { path, search, hash } = view.place
  const wanted = `${path}${search}${hash}`
  const { path: p, search: s, hash: h } = currentPlace()
  if (`${p}${s}${h}` !== wanted) history.replaceState(null, '', wanted)
  for (const kept of view.keep) {
    if (kept.name === 'last_url') remember(kept.name, { path: kept.value, at_ms: Date.now() })
    else if (kept.name === 'project_id') remember(kept.name, kept.value)
    else if (kept.name === 'invitation') keepInvitation(kept.value)
    else remember(kept.name, kept.value)
  }
}

function takeLanding(session: Session, to: string | undefined): string {
  const user = session.user()
  if (!user) return paths.signin
  const memory = { fragment_path: recall('fragment_path'), last_url: recall('last_url') }
  forget('fragment_path')
  forget('last_url')
  const own = safePath(to)
  if (own && leadsSomewhere(own, user)) return own
  return landing(memory, user, Date.now(), (path) => leadsSomewhere(path, user))
}
