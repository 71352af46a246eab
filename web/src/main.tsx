import '#theme/fonts.css'
import '#theme/tokens.css'
import '#theme/base.css'
import { type Boot, booting } from '@portico/contract/boot.ts'
import { setCurrency } from '@portico/contract/currency.ts'
import { type ComponentProps, type ReactElement, startTransition } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { App } from '#app/app.tsx'
import { LoadFailed, loadRescue } from '#app/load-failed.tsx'
import { syncAddress } from '#app/navigation.ts'
import { openView } from '#app/view.ts'
import { recordLanding } from '#attribution/opened.ts'
import { createI18n } from '#i18n/i18n.tsx'
import { fetchMessages } from '#i18n/messages.ts'
import { call } from '#lib/api.ts'
import { currentLocation } from '#lib/location.ts'
import { forget, recall, remember } from '#lib/storage.ts'
import { whenIdle } from '#lib/when-idle.ts'
import { createSession } from '#session/session.ts'
import { finishSignOut } from '#session/sign-out.ts'

/** The boot data in the page; the page of the development server has none and requests it. */
async function readBoot(): Promise<Boot> {
  const inPage = document.getElementById('boot')?.textContent
  return inPage ? JSON.parse(inPage) : call(booting.boot, {})
}

async function start(root: HTMLElement): Promise<void> {
  const boot = await readBoot()
  setCurrency(boot.currency)
  if (boot.offline) return (await import('#app/offline.tsx')).startOffline(root, boot, draw)
  if (boot.user && (await finishSignOut().catch(() => false))) return location.reload()
  if (!boot.user) forget('sign_out_due')
  const app = await draw(boot)
  // The server's page cannot be taken over where its screen has not come.
  const isHere = app.props.first.Screen !== LoadFailed
  const isDrawn = isHere && root.hasChildNodes() && root.dataset.look === undefined
  // In slices, so that what is pressed or typed meanwhile is answered between them.
  startTransition(() => {
    if (isDrawn) hydrateRoot(root, app)
    else createRoot(root).render(app)
  })
}

async function draw(boot: Boot): Promise<ReactElement<ComponentProps<typeof App>>> {
  const [first, messages] = await Promise.all([
    openView(currentLocation(), boot.user, boot.serves),
    fetchMessages(boot.language, boot.messages),
  ])
  syncAddress(first)
  first.askAhead?.()
  const isLost = !boot.user && recall('signed_in') === true
  if (boot.user) remember('signed_in', true)
  const session = createSession(boot, isLost)
  const keepWorker = async () => (await import('#pwa/register.ts')).startWorker(boot, session)
  return (
    <App
      boot={boot}
      i18n={createI18n(boot.language, messages)}
      session={session}
      first={first}
      onAlive={() => {
        lostLine()?.remove()
        whenIdle(keepWorker)
        whenIdle(loadRescue)
      }}
    />
  )
}

/** The document brings a line for a page that does not start; a page that lives does not need it. */
const lostLine = () => document.getElementById('lost')
const showLost = () => lostLine()?.removeAttribute('hidden')

recordLanding()
const root = document.getElementById('root')
if (root) start(root).catch(showLost)
