import { LINK_PATHS } from '@portico/contract/screens.ts'
import { paths } from '../src/lib/paths.ts'

/** The document without a user, which the server draws for the time without a connection. */
export const SHELL = '/offline-shell'

/** Neither documents of ours nor ours to answer for. `/api-dashboard` is a page, `/api/` is not. */
const NO_PAGES = /^\/(api|assets|v3|sandbox|outbox|status)(\/|$)|^\/(healthz|readyz|metrics)$|\.\w+$/

/** Addresses that mails and redirects lead to carry a token: they go only to the server. */
const LINKS = [
  ...LINK_PATHS.map((path) => path.replace(/\/:.*$/, '')),
  paths.acceptInvitation,
  paths.register,
  paths.signup,
]

/** True when an address is one of our screens, which may be shown without a connection. */
export function isScreen(path: string): boolean {
  return !NO_PAGES.test(path) && !LINKS.some((link) => path === link || path.startsWith(`${link}/`))
}
