// Every screen of a customer, with its tabs and views.
import { menuEntries, PATHS, unlistedScreens } from '../contract/src/screens.ts'

/** The tabs and views of a screen; the screens themselves are those of the menu and of the routes. */
const VIEWS: Record<string, string[]> = {
  [PATHS.apiAccess]: ['?tab=logins', '?tab=agents', '?tab=security', '?tab=activity'],
  [PATHS.apiDetail]: ['?group=tag', '?group=login', '/serp', '/unified-overview'],
  [PATHS.apiErrors]: ['?view=list', '?tab=webhooks', '?tab=codes'],
  [PATHS.apiPlayground]: ['/serp', '/backlinks'],
  [PATHS.payments]: ['?tab=history', '?tab=methods', '?tab=billing', '?tab=promo', '/add-funds'],
}
/** The gallery of all parts is for developers, and shows every part there is. */
export const SCREENS = [
  ...menuEntries().flatMap(({ path, grant }) => (path === null || grant ? [] : [path])),
  ...unlistedScreens().map(({ path }) => path),
  PATHS.profile,
].flatMap((path) => [path, ...(VIEWS[path] ?? []).map((view) => `${path}${view}`)])
