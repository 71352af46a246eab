import { isScreen, SHELL } from './addresses.ts'
import { release } from './release.ts'

/**
 * Stores the files that the product needs without a connection: files of this build and a document without a user. It
 * never stores a reply of the API, a page that was drawn for a user, or anything the build did not list.
 */
declare const self: ServiceWorkerGlobalScope

const PREFIX = 'portico-'
/** Filled when the worker is installed. */
const RELEASE_CACHE = `${PREFIX}kept-${release.id}`
/** Filled while the product is used; emptied at sign-out. */
const SEEN = `${PREFIX}seen-${release.id}`
/** The time the network may take for a document before the stored one is shown. */
const TIMEOUT_MS = 3_000
/** The server is busy or restarts, or the proxy in front of it does not reach it: no document for a visitor. */
const AWAY: readonly number[] = [502, 503, 504]

const core = new Set(release.core)
const languages = new Set(release.languages)

self.addEventListener('install', (event) => event.waitUntil(fill()))
self.addEventListener('activate', (event) => event.waitUntil(takeOver()))

async function fill(): Promise<void> {
  const cache = await caches.open(RELEASE_CACHE)
  await Promise.all([keepShell(), cache.addAll(release.core.map((url) => new Request(url, { credentials: 'omit' })))])
}

/** A server of another release draws a document for other files: it must not be stored with ours. */
async function keepShell(): Promise<void> {
  const answer = await fetch(SHELL, { credentials: 'omit', cache: 'no-store' })
  const text = answer.ok ? await answer.clone().text() : ''
  if (!text.includes(`src="${release.entry}"`)) throw new Error('the document is of another release')
  await (await caches.open(RELEASE_CACHE)).put(SHELL, answer)
}

async function takeOver(): Promise<void> {
  const old = (await caches.keys()).filter((name) => name.startsWith(PREFIX) && name !== RELEASE_CACHE && name !== SEEN)
  await Promise.all(old.map((name) => caches.delete(name)))
  await self.registration.navigationPreload?.enable()
}

self.addEventListener('fetch', (event) => {
  const { method, mode, destination, url } = event.request
  const { origin, pathname, search } = new URL(url)
  if (method !== 'GET' || origin !== self.location.origin) return
  const address = `${pathname}${search}`
  if (mode === 'navigate') {
    // A frame is no screen of ours, whatever its address.
    if (destination === 'document' && isScreen(pathname)) event.respondWith(openScreen(event))
  } else if (core.has(address)) event.respondWith(openFile(RELEASE_CACHE, address, event.request))
  else if (languages.has(address)) event.respondWith(openFile(SEEN, address, event.request))
})

/** The network first: only its document carries the current nonce and user. */
async function openScreen(event: FetchEvent): Promise<Response> {
  const answer = fromNetwork(event)
  const settled = answer.then(
    (document) => (AWAY.includes(document.status) ? undefined : document),
    () => undefined,
  )
  event.waitUntil(settled)
  const late = new Promise<undefined>((done) => setTimeout(done, TIMEOUT_MS))
  return (await Promise.race([settled, late])) ?? (await caches.match(SHELL, { cacheName: RELEASE_CACHE })) ?? answer
}

async function fromNetwork(event: FetchEvent): Promise<Response> {
  const ahead: Response | undefined = await event.preloadResponse
  return ahead ?? fetch(event.request)
}

async function openFile(cacheName: string, address: string, request: Request): Promise<Response> {
  const stored = await caches.match(address, { cacheName, ignoreVary: true })
  if (stored) return stored
  const answer = await fetch(request)
  if (answer.ok && answer.type === 'basic') await (await caches.open(cacheName)).put(address, answer.clone())
  return answer
}

self.addEventListener('message', (event) => {
  const { data } = event
  if (data?.type === 'activate') event.waitUntil(self.skipWaiting())
  if (data?.type !== 'hello') return
  const isOurs = data.entry === release.entry
  event.ports[0]?.postMessage(isOurs)
  if (isOurs) event.waitUntil(joinPage(data.language))
})

/** A page of our own release has started: nothing has to wait, and what it speaks now is what it will need. */
async function joinPage(language: unknown): Promise<void> {
  await self.skipWaiting()
  if (typeof language === 'string' && languages.has(language)) await openFile(SEEN, language, new Request(language))
  // A brand may have changed since.
  await keepShell().catch(() => {})
}
