import { createContext, use, useSyncExternalStore } from 'react'

/** Where the visitor is: the address is the only memory of it. */
export interface Place {
  path: string
  search: string
  hash: string
}

const listeners = new Set<() => void>()

export function currentPlace(): Place {
  return { path: location.pathname, search: location.search, hash: location.hash }
}

/** Two slashes at its beginning would name another host: an address of ours has one. */
export function placeOf(url: string): Place {
  const parsed = new URL(url.replace(/^[/\\]+/, '/'), 'http://place.invalid')
  return { path: parsed.pathname, search: parsed.search, hash: parsed.hash }
}

/** Goes to an address of our own; any other origin is refused, whatever put it there. */
export function navigate(to: string, { replace = false }: { replace?: boolean } = {}): void {
  const url = new URL(to, location.origin)
  if (url.origin !== location.origin) return
  const target = `${url.pathname}${url.search}${url.hash}`
  if (!replace) keepScroll()
  history[replace ? 'replaceState' : 'pushState'](null, '', target)
  for (const listener of listeners) listener()
}

/** Writes into the entry of the history that is left how far it was scrolled, for the way back. */
export function keepScroll(): void {
  history.replaceState({ scrolled_px: window.scrollY }, '')
}

/** How far the entry the visitor came back to was scrolled. */
export function keptScroll(): number {
  const kept: unknown = history.state
  return typeof kept === 'object' && kept !== null && 'scrolled_px' in kept ? Number(kept.scrolled_px) || 0 : 0
}

export function onNavigation(listener: () => void): () => void {
  listeners.add(listener)
  window.addEventListener('popstate', listener)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('popstate', listener)
  }
}

const PlaceContext = createContext<Place>({ path: '/', search: '', hash: '' })
export const PlaceProvider = PlaceContext

/** The place of the screen that is shown, which is not yet the next one while its code is still on the way. */
export function usePlace(): Place {
  return use(PlaceContext)
}

let next: Place | undefined
const watchers = new Set<() => void>()

/** Says where the visitor is going, until they are there. */
export function setNextPlace(place: Place | undefined): void {
  if (next === place) return
  next = place
  for (const watcher of watchers) watcher()
}

/** The place asked for while its screen is still on the way. */
export function useNextPlace(): Place | undefined {
  return useSyncExternalStore(onNext, nextNow, nextNow)
}

function nextNow(): Place | undefined {
  return next
}

function onNext(watcher: () => void): () => void {
  watchers.add(watcher)
  return () => watchers.delete(watcher)
}
