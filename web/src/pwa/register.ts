import type { Boot } from '@portico/contract/boot.ts'
import { messagesUrl } from '#i18n/messages.ts'
import type { Session } from '#session/session.ts'
import { clearVisitedCache, removeWorkerAndCaches } from './caches.ts'
import { keepLastKnown } from './last-known.ts'
import { mayRegister } from './may-register.ts'
import { greet, watchForUpdates } from './update.ts'

const WORKER_URL = '/ngsw-worker.js'

interface TrustedTypes {
  createPolicy(name: string, rules: { createScriptURL(): string }): { createScriptURL(text: string): string }
}

let policy: ReturnType<TrustedTypes['createPolicy']> | undefined

/** The page's policy lets no text become the address of a script, except for this one. */
function workerUrl(): string {
  const types: TrustedTypes | undefined = Reflect.get(globalThis, 'trustedTypes')
  policy ??= types?.createPolicy('portico-worker', { createScriptURL: () => WORKER_URL })
  return policy?.createScriptURL(WORKER_URL) ?? WORKER_URL
}

/** After the page has started: what the browser keeps for the time without a connection, and hears of new versions by. */
export async function startWorker(boot: Boot, session: Session): Promise<void> {
  const workers = navigator.serviceWorker
  if (!workers) return
  if (boot.worker === 'off') return removeWorkerAndCaches(workers)
  const { userAgent: agent } = navigator
  if (!mayRegister({ worker: boot.worker, agent, protocol: location.protocol })) return
  if (boot.impersonated_by === null) keepLastKnown(boot, session)
  session.subscribe((event) => event === 'ended' && clearVisitedCache())
  const registration = await workers.register(workerUrl(), { scope: '/', updateViaCache: 'none' })
  const page = { entry: entryOf(document), language: messagesUrl(boot.language, boot.messages) }
  watchForUpdates(registration, page)
  if (registration.active) await greet(registration.active, page)
}

/** The script the document began with: what page and worker are of, they are of together. */
function entryOf(page: Document): string {
  const src = page.querySelector<HTMLScriptElement>('script[type=module][src]')?.src
  return src ? new URL(src).pathname : ''
}
