import { booting } from '@portico/contract/boot.ts'
import { call } from './api.ts'
import { recall, remember } from './storage.ts'

const PAUSE_MS = 400

/** A chunk that did not load is requested again: most losses last a moment. */
export function loadTwice<T>(load: () => T | Promise<T>, pause_ms = PAUSE_MS): Promise<T> {
  return again(load, pause_ms, (file) => ownNames(file) as T)
}

/** The same where `load` takes the one part of a file out of it. */
export function loadPart<T>(load: () => Promise<T>, pause_ms = PAUSE_MS): Promise<T> {
  return again(load, pause_ms, (file) => onlyPart(file) as T)
}

async function again<T>(load: () => T | Promise<T>, pause_ms: number, take: (file: object) => T): Promise<T> {
  try {
    return await load()
  } catch (error) {
    // The bundler does not ask for a lost style again: a second try would show the screen without it.
    if (/preload CSS/.test(messageOf(error))) throw error
    await new Promise((done) => setTimeout(done, pause_ms))
    const file = lostFile(messageOf(error), globalThis.location?.origin)
    return file ? take(await import(/* @vite-ignore */ `${file}?again`)) : load()
  }
}

/** In a file that several parts share the bundler shortens all names; the caller would find nothing in it. */
export function ownNames(file: object): object {
  if (Object.keys(file).every((name) => name.length < 3)) throw new Error('a file of several parts was lost')
  return file
}

/** The export is not found by its name, which the bundler may have changed; among several the right one is unknown. */
export function onlyPart(file: object): unknown {
  const [part, ...others] = Object.values(file)
  if (part === undefined || others.length > 0) throw new Error('a file with several exports was lost')
  return part
}

/**
 * Browsers remember a file that failed and never request it again under the same name; its name is in their message.
 */
export function lostFile(message: string, origin: string | undefined): string | undefined {
  const [url] = /https?:\/\/\S+\.js$/.exec(message) ?? []
  return url && origin && url.startsWith(`${origin}/assets/`) ? url : undefined
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : ''
}

/**
 * A chunk that a deploy has removed comes with a fresh page; the page is reloaded once per build, so it never loops.
 */
export async function loadOrRenew<T>(
  load: () => T | Promise<T>,
  renew: () => boolean | Promise<boolean> = renewPage,
  pause_ms = PAUSE_MS,
): Promise<T> {
  try {
    return await loadTwice(load, pause_ms)
  } catch (error) {
    if (!(await renew())) throw error
    return new Promise(() => {})
  }
}

async function renewPage(): Promise<boolean> {
  const build = document.querySelector<HTMLScriptElement>('script[type=module][src]')?.src ?? ''
  if (!navigator.onLine || recall('renewed_build') === build) return false
  // A server that is away answers a fresh page with less than this one shows.
  if (!(await call(booting.boot, {}).then(Boolean, () => false))) return false
  remember('renewed_build', build)
  // A tab without storage would reload for ever.
  if (recall('renewed_build') !== build) return false
  location.reload()
  return true
}
