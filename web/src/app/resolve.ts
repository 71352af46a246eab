import { firstPath, isAllowed } from '@portico/contract/menu.ts'
import type { User } from '@portico/contract/user.ts'
import { paths } from '#lib/paths.ts'
import type { Place } from '#lib/place.ts'
import { safePath } from '#session/landing.ts'
import { type Route, routes } from './routes.ts'

/** What a place asks to be kept for later; written down by the page, never by this decision. */
export type Keep = { name: 'last_url'; path: string } | { name: 'fragment_path'; path: string }

export interface Resolved {
  place: Place
  route: Route
  params: Record<string, string>
  keep: Keep[]
}

/** Which screen an address shows to this user, all guards and redirects followed: a pure decision, the same on server and page. */
export function resolve(place: Place, user: User | null): Resolved {
  const keep: Keep[] = []
  let now = place
  for (let hops = 0; hops < 8; hops += 1) {
    const to = redirect(now, user, keep)
    if (to === undefined) break
    now = { path: to, search: '', hash: '' }
  }
  const found = match(now.path) ?? match(paths.notFound)
  if (!found) throw new Error('the table has no not-found route')
  return { place: now, ...found, keep }
}

function redirect(place: Place, user: User | null, keep: Keep[]): string | undefined {
  const fragment = place.hash.startsWith('#/') ? safePath(place.hash.slice(1)) : undefined
  if (fragment && !user) keep.push({ name: 'fragment_path', path: fragment })
  if (place.path === paths.home) return user ? firstPath(user.modules) : paths.signin
  const found = match(place.path)
  if (!found) return paths.notFound
  const { access } = found.route
  if (access === 'visitor' && user) return paths.home
  if (access !== 'module') return undefined
  if (!user) {
    keep.push({ name: 'last_url', path: `${place.path}${place.search}${place.hash}` })
    return paths.signin
  }
  return isAllowed(place.path, user.modules) ? undefined : paths.notFound
}

/** Whether a path leads to a screen this user may open. */
export function leadsSomewhere(path: string, user: User): boolean {
  const [only = ''] = path.split(/[?#]/)
  return match(only)?.route.access === 'module' && isAllowed(only, user.modules)
}

export function match(path: string): { route: Route; params: Record<string, string> } | undefined {
  const given = segments(path)
  for (const route of routes) {
    const params = fit(segments(route.path), given)
    if (params) return { route, params }
  }
  return undefined
}

function segments(path: string): string[] {
  return path.split('/').filter(Boolean)
}

function fit(pattern: string[], given: string[]): Record<string, string> | undefined {
  if (pattern.length !== given.length) return undefined
  const params: Record<string, string> = {}
  for (const [at, part] of pattern.entries()) {
    const value = given[at] ?? ''
    if (part.startsWith(':')) params[part.slice(1)] = decode(value)
    else if (part !== value) return undefined
  }
  return params
}

function decode(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}
