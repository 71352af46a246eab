import type { Serves } from '@portico/contract/hosts.ts'
import { setShownLogin, whenSignedOut } from '#lib/api.ts'
import { whenFetchedAhead } from '#lib/fetch-ahead.ts'
import {
  type AppLocation,
  currentLocation,
  navigate,
  onNavigation,
  setNextLocation,
  storedScroll,
  storeScroll,
} from '#lib/location.ts'
import { paths } from '#lib/paths.ts'
import { critical } from '#lib/slow-network.ts'
import { forget, recall, remember } from '#lib/storage.ts'
import { storeInvitation } from '#public-pages/invitation.ts'
import { landing, safePath } from '#session/landing.ts'
import type { Session } from '#session/session.ts'
import { onSignedOutElsewhere } from '#session/sign-out.ts'
import { type Keep, leadsSomewhere, resolve } from './resolve.ts'
import { openAhead, openView, type View } from './view.ts'

/** Shows the screen of every address the visitor goes to, and the right one when they sign in or out. */
export function followAddress(session: Session, serves: Serves, show: (view: View) => void): () => void {
  let latest = 0
  let shown = currentLocation().path
  const go = async () => {
    latest += 1
    const turn = latest
    const { location } = resolve(currentLocation(), session.user(), serves)
    setNextLocation(location.path === shown ? undefined : location)
    const view = await critical(openView(currentLocation(), session.user(), serves))
    // A slow screen must not replace the one that was requested after it.
    if (turn !== latest) return
    syncAddress(view)
    // A filter in the address is not a new location: only another path starts at the top.
    const isOther = view.location.path !== shown
    if (isOther) view.askAhead?.()
    show(view)
    setNextLocation(undefined)
    // Going back restores the scroll position; a new screen starts at the top.
    if (isOther) restore(storedScroll())
    shown = view.location.path
  }
  history.scrollRestoration = 'manual'
  addEventListener('pagehide', storeScroll)
  restore(storedScroll())
  const stops = [
    () => removeEventListener('pagehide', storeScroll),
    onNavigation(go),
    session.subscribe((event, to) => {
      if (event === 'began') navigate(takeLanding(session, to), { replace: true })
      if (event === 'ended') navigate(paths.signin, { replace: true })
      // Another login or role may have closed the screen that is open.
      if (event === 'changed' && resolve(currentLocation(), session.user()).location.path !== currentLocation().path)
        go()
    }),
    onSignedOutElsewhere(() => session.user() && session.end()),
  ]
  whenFetchedAhead((path, client) => openAhead(path, session.user(), client))
  setShownLogin(() => session.user()?.api_login)
  whenSignedOut(() => {
    if (!session.user()) return
    const { path, search, hash } = currentLocation()
    remember('last_url', { path: `${path}${search}${hash}`, at_ms: Date.now() })
    session.end('lost')
  })
  return () => {
    for (const stop of stops) stop()
  }
}

let finder: Promise<typeof import('./restore-scroll.ts')> | undefined

/** The code that restores the scroll position is loaded with the first navigation back. */
function restore(to_px: number): void {
  if (to_px > 0) finder ??= import('./restore-scroll.ts')
  const go = () => scrollTo(0, to_px)
  if (finder) finder.then(({ restoreScroll }) => restoreScroll(to_px), go)
  else go()
}

/** Corrects the address after redirects and stores what the guards request. */
export function syncAddress(view: { location: AppLocation; keep: Keep[] }): void {
  const { path, search, hash } = view.location
  const wanted = `${path}${search}${hash}`
  const { path: p, search: s, hash: h } = currentLocation()
  if (`${p}${s}${h}` !== wanted) history.replaceState(null, '', wanted)
  for (const stored of view.keep) {
    if (stored.name === 'last_url') remember(stored.name, { path: stored.value, at_ms: Date.now() })
    else if (stored.name === 'project_id') remember(stored.name, stored.value)
    else if (stored.name === 'invitation') storeInvitation(stored.value)
    else remember(stored.name, stored.value)
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
