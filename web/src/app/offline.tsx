import { type Boot, booting } from '@portico/contract/boot.ts'
import { Fragment, type ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import { createI18n } from '#i18n/i18n.tsx'
import { fetchMessages } from '#i18n/messages.ts'
import { call } from '#lib/api.ts'
import { currentLocation } from '#lib/location.ts'
import { recallBoot } from '#pwa/last-known.ts'
import { untilOnline } from '#pwa/until-online.ts'
import { Screen } from '#screens/offline/screen.tsx'
import { createSession } from '#session/session.ts'
import { finishSignOut } from '#session/sign-out.ts'
import { App } from './app.tsx'
import { resolve } from './resolve.ts'

/** The kept document: shows what this browser remembers, and goes on in its place as soon as the server answers. */
export async function startOffline(root: HTMLElement, empty: Boot, draw: (boot: Boot) => Promise<ReactNode>) {
  const page = createRoot(root)
  page.render(await drawOffline(recallBoot(empty)))
  const fresh = await untilOnline(async () => {
    await finishSignOut()
    return call(booting.boot, {})
  })
  // What was remembered without a connection is not what the server says now, nor perhaps of the same person.
  if (fresh.user) (await import('#shell/shell.tsx')).forgetPageClient()
  page.render(<Fragment key="online">{await draw(fresh)}</Fragment>)
}

/** It stays at its address, whatever that is: there it will go on. */
async function drawOffline(boot: Boot): Promise<ReactNode> {
  const [messages, shell] = await Promise.all([
    // A language that was never spoken here is not kept: then the keys, which are English, stand for themselves.
    fetchMessages(boot.language, boot.messages).catch(() => ({})),
    boot.user ? import('#shell/shell.tsx') : undefined,
  ])
  const session = createSession(boot)
  // Nothing follows the session yet; without it the document begins as nobody's.
  session.subscribe((event) => event === 'ended' && location.reload())
  const target = currentLocation()
  const first = { ...resolve(target, boot.user), location: target, keep: [], Screen, Frame: shell?.Shell }
  document.documentElement.lang = boot.language
  return <App boot={boot} i18n={createI18n(boot.language, messages)} session={session} first={first} />
}
