import { firstPath } from '@portico/contract/menu.ts'
import { LAST_URL_TTL_MS } from '@portico/contract/rules.ts'
import type { User } from '@portico/contract/user.ts'

export interface Memory {
  fragment_path: string | undefined
  last_url: { path: string; at_ms: number } | undefined
}

/** The target of a sign-in: a stored fragment path, the last URL if younger than six hours, the first module. */
export function landing(memory: Memory, user: User, now_ms: number, isKnown: (path: string) => boolean): string {
  const last = memory.last_url
  const age_ms = last ? now_ms - last.at_ms : Number.POSITIVE_INFINITY
  const recent = last && age_ms >= 0 && age_ms < LAST_URL_TTL_MS ? last.path : undefined
  const remembered = [memory.fragment_path, recent].map(safePath).find((path) => path !== undefined && isKnown(path))
  return remembered ?? firstPath(user.modules)
}

/** Only a path of our own origin passes; anything that could leave it becomes nothing. */
export function safePath(candidate: string | undefined): string | undefined {
  if (!candidate || candidate.length > 2000 || !/^\/(?![/\\])/.test(candidate) || /[\p{Cc}\\]/u.test(candidate))
    return undefined
  const base = 'http://own.invalid'
  if (!URL.canParse(candidate, base)) return undefined
  const url = new URL(candidate, base)
  if (url.origin !== base || url.pathname.startsWith('//') || /%2f%2f|%5c/i.test(url.pathname)) return undefined
  return `${url.pathname}${url.search}${url.hash}`
}
