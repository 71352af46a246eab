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

/**
 * The stored document: it shows what this browser remembers, and becomes the real page as soon as the server replies.
 */
export async function startOffline(root: HTMLElement, empty: Boot, draw: (boot: Boot) => Promise<ReactNode>) {
  const page = createRoot(root)
  page.render(await drawOffline(recallBoot(empty)))
  const fresh = await untilOnline(async () => {
    await finishSignOut()
    return call(booting.boot, {})
  })
  // What was remembered without a connection may differ from the server's data, and may even belong to another person.
  if (fresh.user) (await import('#shell/shell.tsx')).forgetPageClient()
  page.render(<Fragment key="online">{await draw(fresh)}</Fragment>)
}

/** It keeps its address, where it continues once there is a connection. */
async function drawOffline(boot: Boot): Promise<ReactNode> {
  const [messages, shell] = await Promise.all([
    // A language that was never used here is not stored: then the keys, which are English, are shown.
    fetchMessages(boot.language, boot.messages).catch(() => ({})),
    boot.user ? import('#shell/shell.tsx') : undefined,
  ])
  const session = createSession(boot)
  // No listener follows the session yet; without one the document starts signed out.
  session.subscribe((event) => event === 'ended' && location.reload())
  const target = currentLocation()
  const first = { ...resolve(target, boot.user), location: target, keep: [], Screen, Frame: shell?.Shell }
  document.documentElement.lang = boot.language
  return <App boot={boot} i18n={createI18n(boot.language, messages)} session={session} first={first} />
}
