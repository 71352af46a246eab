import { createContext, use, useSyncExternalStore } from 'react'

/** The reader's location: the address is its only memory. */
export interface AppLocation {
  path: string
  search: string
  hash: string
}

const listeners = new Set<() => void>()

export function currentLocation(): AppLocation {
  return { path: location.pathname, search: location.search, hash: location.hash }
}

/** Two slashes at its beginning would name another host: an address of ours has one. */
export function locationOf(url: string): AppLocation {
  const parsed = new URL(url.replace(/^[/\\]+/, '/'), 'http://place.invalid')
  return { path: parsed.pathname, search: parsed.search, hash: parsed.hash }
}

/** Goes to an address of our own; any other origin is refused, whatever put it there. */
export function navigate(to: string, { replace = false }: { replace?: boolean } = {}): void {
  const url = new URL(to, location.origin)
  if (url.origin !== location.origin) return
  const target = `${url.pathname}${url.search}${url.hash}`
  const go = () => {
    if (!replace) storeScroll()
    history[replace ? 'replaceState' : 'pushState'](null, '', target)
    arrive()
  }
  // A replaced address, such as the way to sign-in, was not chosen by the reader.
  if (guard && !replace && isElsewhere(url, new URL(location.href))) guard(go)
  else go()
}

/** Runs `go`, after a question where unsaved changes would be lost. */
export function leaveFirst(go: () => void): void {
  if (guard) guard(go)
  else go()
}

type LeaveGuard = (go: () => void) => void
let guard: LeaveGuard | undefined
/** The address before the one the back button led to. */
let previousUrl = ''

/** Called before the reader opens another screen; it calls `go`, or does not. */
export function setLeaveGuard(next: LeaveGuard | undefined): void {
  guard = next
  previousUrl = location.href
}

function arrive(): void {
  previousUrl = location.href
  for (const listener of listeners) listener()
}

/** The browser has gone already: it is brought back, and goes again when it may. */
function onBack(): void {
  const held = guard
  if (!held || !isElsewhere(new URL(location.href), new URL(previousUrl))) {
    arrive()
    return
  }
  history.pushState(null, '', previousUrl)
  held(() => {
    guard = undefined
    history.back()
  })
}

/** An address within another one is the same screen, unless it shows another tab: what is typed there would be gone. */
function isElsewhere(one: URL, other: URL): boolean {
  const [a, b] = [`${one.pathname}/`, `${other.pathname}/`]
  const isWithin = a.startsWith(b) || b.startsWith(a)
  return !isWithin || one.searchParams.get('tab') !== other.searchParams.get('tab')
}

/** Writes into the entry of the history that is left how far it was scrolled, for the way back. */
export function storeScroll(): void {
  history.replaceState({ scrolled_px: window.scrollY }, '')
}

/** The scroll position of the entry the reader came back to. */
export function storedScroll(): number {
  const stored: unknown = history.state
  return typeof stored === 'object' && stored !== null && 'scrolled_px' in stored ? Number(stored.scrolled_px) || 0 : 0
}

export function onNavigation(listener: () => void): () => void {
  if (listeners.size === 0) window.addEventListener('popstate', onBack)
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    if (listeners.size === 0) window.removeEventListener('popstate', onBack)
  }
}

const LocationContext = createContext<AppLocation>({ path: '/', search: '', hash: '' })
export const LocationProvider = LocationContext

/** The location of the shown screen, which is not yet the next one while its code is loading. */
export function useLocation(): AppLocation {
  return use(LocationContext)
}

let next: AppLocation | undefined
const watchers = new Set<() => void>()

/** Announces where the reader is going, until they are there. */
export function setNextLocation(location: AppLocation | undefined): void {
  if (next === location) return
  next = location
  for (const watcher of watchers) watcher()
}

/** The requested location while its screen is loading. */
export function useNextLocation(): AppLocation | undefined {
  return useSyncExternalStore(onNext, nextNow, nextNow)
}

function nextNow(): AppLocation | undefined {
  return next
}

function onNext(watcher: () => void): () => void {
  watchers.add(watcher)
  return () => watchers.delete(watcher)
}
