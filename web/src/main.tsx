import '#theme/tokens.css'
import '#theme/base.css'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { App } from '#app/app.tsx'
import { readBoot } from '#app/boot.ts'
import { settle } from '#app/follow.ts'
import { openView } from '#app/view.ts'
import { rememberVisit } from '#attribution/remember-visit.ts'
import { createI18n } from '#i18n/i18n.tsx'
import { fetchMessages } from '#i18n/messages.ts'
import { currentPlace } from '#lib/place.ts'
import { createSession } from '#session/session.ts'

async function start(root: HTMLElement): Promise<void> {
  const boot = await readBoot()
  const [first, messages] = await Promise.all([
    openView(currentPlace(), boot.user),
    fetchMessages(boot.language, boot.messages),
  ])
  settle(first)
  const app = <App boot={boot} i18n={createI18n(boot.language, messages)} session={createSession(boot)} first={first} />
  if (root.hasChildNodes()) hydrateRoot(root, app)
  else createRoot(root).render(app)
}

rememberVisit()
const root = document.getElementById('root')
if (root) start(root)
