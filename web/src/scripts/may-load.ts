import type { PublicScript } from '@portico/contract/script-settings.ts'
import type { User } from '@portico/contract/user.ts'
import { paths } from '#lib/paths.ts'

/**
 * The only screens that carry anything of others. Missing on purpose: whatever a link from a mail opens, API Access and its
 * settings, payments and subscriptions, the profile.
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

/** Routes where visitors are counted, too. The user is not known there, so no other script is loaded. */
const VISITOR_ROUTES: ReadonlySet<string> = new Set([
  paths.signin,
  paths.signinError,
  paths.register,
  paths.acceptInvitation,
  paths.forgotPassword,
  paths.resendActivation,
  paths.notFound,
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
  if (!now.user) return name === 'analytics' && VISITOR_ROUTES.has(now.route)
  if (!OPEN_ROUTES.has(now.route)) return false
  return name !== 'chat' || now.user.show_app
}
