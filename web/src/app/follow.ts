import { whenSignedOut } from '#lib/api.ts'
import { paths } from '#lib/paths.ts'
import { currentPlace, navigate, onNavigation, type Place } from '#lib/place.ts'
import { forget, recall, remember } from '#lib/storage.ts'
import { landing } from '#session/landing.ts'
import type { Session } from '#session/session.ts'
import { onSignedOutElsewhere } from '#session/sign-out.ts'
import { type Keep, leadsSomewhere } from './resolve.ts'
import { openView, type View } from './view.ts'

/** Shows the screen of every address the visitor goes to, and the right one when they sign in or out. */
export function follow(session: Session, show: (view: View) => void): () => void {
  let latest = 0
  const go = async () => {
    latest += 1
    const turn = latest
    const view = await openView(currentPlace(), session.user())
    // A slow screen must not replace the one that was asked for after it.
    if (turn !== latest) return
    settle(view)
    show(view)
    window.scrollTo(0, 0)
  }
  const stops = [
    onNavigation(go),
    session.subscribe((event) => {
      if (event === 'began') navigate(takeLanding(session), { replace: true })
      if (event === 'ended') navigate(paths.signin, { replace: true })
    }),
    onSignedOutElsewhere(() => session.user() && session.end()),
  ]
  whenSignedOut(() => {
    if (!session.user()) return
    const { path, search, hash } = currentPlace()
    remember('last_url', { path: `${path}${search}${hash}`, at_ms: Date.now() })
    session.end()
  })
  return () => {
    for (const stop of stops) stop()
  }
}

/** Puts the address right after redirects and writes down what the guards asked to keep. */
export function settle(view: { place: Place; keep: Keep[] }): void {
  const { path, search, hash } = view.place
  const wanted = `${path}${search}${hash}`
  const { path: p, search: s, hash: h } = currentPlace()
  if (`${p}${s}${h}` !== wanted) history.replaceState(null, '', wanted)
  for (const { name, path: kept } of view.keep) {
    if (name === 'last_url') remember(name, { path: kept, at_ms: Date.now() })
    else remember(name, kept)
  }
}

function takeLanding(session: Session): string {
  const user = session.user()
  if (!user) return paths.signin
  const memory = { fragment_path: recall('fragment_path'), last_url: recall('last_url') }
  forget('fragment_path')
  forget('last_url')
  return landing(memory, user, Date.now(), (path) => leadsSomewhere(path, user))
}
