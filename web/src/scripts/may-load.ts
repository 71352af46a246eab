import type { PublicScript } from '@portico/contract/script-settings.ts'
import type { User } from '@portico/contract/user.ts'
import { paths } from '#lib/paths.ts'

/**
 * The only screens that carry a script that knows the user. Missing on purpose: whatever a link from a mail opens, API
 * Access and its settings, payments and subscriptions, the profile.
 */
const OPEN_ROUTES: ReadonlySet<string> = new Set([
  paths.apiDashboard,
  paths.apiDashboardSite,
  paths.apiDetail,
  paths.apiDetailOf,
  paths.apiErrors,
  paths.apiPlayground,
  paths.apiPlaygroundSection,
  paths.apiPlaygroundFunction,
  paths.apiPlaygroundMethod,
  paths.apiSettings,
  paths.apiSettingsLimits,
  paths.databasesList,
  paths.databasesPurchases,
  paths.h2hDashboard,
  paths.h2hDetail,
  paths.h2hErrors,
])

export interface Situation {
  /** The pattern of the route, not its address. */
  route: string
  /** The visitor's consent; undefined until they have answered. */
  agreed: readonly string[] | undefined
  isActing: boolean
  user: Pick<User, 'show_app'> | null
}

/** True when this script may be on the page now. */
export function may({ name, category }: Pick<PublicScript, 'name' | 'category'>, now: Situation): boolean {
  if (now.isActing || !now.agreed?.includes(category)) return false
  // Its frame is never shown and receives the patterns of routes alone, so it reports each navigation when it happens.
  if (name === 'analytics') return true
  if (!now.user || !OPEN_ROUTES.has(now.route)) return false
  return name !== 'chat' || now.user.show_app
}
