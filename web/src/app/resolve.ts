import { isServed, type Serves } from '@portico/contract/hosts.ts'
import { firstPath, isAllowed, isSection } from '@portico/contract/menu.ts'
import { isDecodable } from '@portico/contract/uri.ts'
import type { User } from '@portico/contract/user.ts'
import type { AppLocation } from '#lib/location.ts'
import { paths } from '#lib/paths.ts'
import { type InvitationKey, invitationIn, withoutInvitation } from '#public-pages/invitation.ts'
import { safePath } from '#session/landing.ts'
import { match, segments } from './match.ts'
import { numberedTail, redirectOf } from './redirects.ts'
import type { Route } from './routes.ts'

/** Values of a location that the page stores for later; this decision itself stores nothing. */
export type Keep =
  | { name: 'last_url' | 'fragment_path' | 'integrity'; value: string }
  | { name: 'project_id'; value: number }
  | { name: 'invitation'; value: InvitationKey }

export interface Resolved {
  location: AppLocation
  route: Route
  params: Record<string, string>
  keep: Keep[]
}

const EVERYBODY: Serves = { staff: true, customers: true }

/**
 * The screen an address shows to this user after all guards and redirects: a pure decision, the same on server and
 * page.
 */
export function resolve(location: AppLocation, user: User | null, serves: Serves = EVERYBODY): Resolved {
  const keep: Keep[] = []
  let now = location
  for (let hops = 0; hops < 8; hops += 1) {
    const to = isServed(now.path, serves) ? redirect(now, user, keep) : at(paths.notFound)
    if (to === undefined) break
    now = to
  }
  const found = match(now.path) ?? match(paths.notFound)
  if (!found) throw new Error('the table has no not-found route')
  return { location: now, ...found, keep }
}

function redirect(location: AppLocation, user: User | null, keep: Keep[]): AppLocation | undefined {
  if (!isDecodable(location.path)) return at(paths.notFound)
  const fragment = location.hash.startsWith('#/') ? safePath(location.hash.slice(1)) : undefined
  if (fragment && !user) keep.push({ name: 'fragment_path', value: fragment })
  if (location.path === paths.home) return at(user ? firstPath(user.modules) : paths.signin)
  const moved = redirectOf(location.path)
  if (moved) return { ...location, path: moved }
  const tail = numberedTail(location.path)
  if (tail && user) {
    if (tail.id !== undefined) keep.push({ name: 'project_id', value: tail.id })
    return at(tail.path)
  }
  const found = match(tail?.path ?? location.path)
  if (!found || found.route.accepts?.(found.params) === false) return at(paths.notFound)
  const { access, signedIn } = found.route
  if (access !== 'module') keepIntegrity(location, keep)
  const invited = movedByInvitation(location, user, keep)
  if (invited) return invited
  if (user && location.path === paths.register && isNewUser(user)) return at(paths.apiDashboard)
  if (access === 'visitor' && user) return at(signedIn ?? paths.home)
  if (access !== 'module') return undefined
  if (!user) {
    keep.push({ name: 'last_url', value: `${location.path}${location.search}${location.hash}` })
    return at(paths.signin)
  }
  return isOpen(found.route, location.path, user) ? undefined : at(paths.notFound)
}

/** A user who has just signed up goes from the sign-up to the first steps, wherever their home is. */
function isNewUser(user: User): boolean {
  return user.first_visit && isAllowed(paths.apiDashboard, user.modules)
}

function at(path: string): AppLocation {
  return { path, search: '', hash: '' }
}

/**
 * An invitation is stored by the browser and removed from the address: for a visitor at once, on the way to the
 * sign-up. A signed-in user takes it to the dashboard, where the question removes it from the address.
 */
function movedByInvitation(location: AppLocation, user: User | null, keep: Keep[]): AppLocation | undefined {
  const isAccepting = location.path === paths.acceptInvitation
  if (!isAccepting && location.path !== paths.register && !(user && location.path === paths.apiDashboard))
    return undefined
  const value = invitationIn(location.search)
  if (!value) return undefined
  keep.push({ name: 'invitation', value })
  if (!user) return { ...location, path: paths.register, search: withoutInvitation(location.search) }
  const { pid, pt } = Object.fromEntries(new URLSearchParams(location.search))
  return isAccepting && pid && pt
    ? { ...at(paths.apiDashboard), search: `?${new URLSearchParams({ pid, pt })}` }
    : undefined
}

/** A link to the community platform requests that its question is shown after sign-in. */
function keepIntegrity(location: AppLocation, keep: Keep[]): void {
  const value = new URLSearchParams(location.search).get('integrity')
  if (value && /^[a-z]{1,20}$/.test(value)) keep.push({ name: 'integrity', value })
}

const SECTIONS: readonly string[] = [
  paths.apiDetailOf,
  paths.apiPlaygroundSection,
  paths.apiPlaygroundFunction,
  paths.apiPlaygroundMethod,
]

/** The guard: a trailing key or site id is no part of what the modules list; a section has to exist for this user. */
function isOpen(route: Route, path: string, user: User): boolean {
  // The page of the test processor replaces an external one: it belongs to the paying customer.
  if (route.path === paths.testProcessor) return isAllowed(paths.payments, user.modules)
  // The menu of the seed has no entry for it; the server decides whether it is open.
  if (route.path === paths.securityLog) return user.modules.unlisted?.includes(route.path) ?? false
  if (SECTIONS.includes(route.path) && !isSection(sectionOf(path), user.modules)) return false
  const guarded = /\/:(keyId|siteId)$/.test(route.path) ? path.replace(/\/[^/]+\/?$/, '') : path
  return isAllowed(guarded, user.modules)
}

/** Whether the rest of a section's path exists is decided by its screen. */
function sectionOf(path: string): string {
  return `/${segments(path).slice(0, 2).join('/')}`
}

/** True when a path leads to a screen this user may open. */
export function leadsSomewhere(path: string, user: User): boolean {
  let [only = ''] = path.split(/[?#]/)
  for (let hops = 0; hops < 4; hops += 1) only = redirectOf(only) ?? numberedTail(only)?.path ?? only
  const found = match(only)
  return found?.route.access === 'module' && isOpen(found.route, only, user)
}
