import * as z from 'zod/mini'
import { menuItem, modules } from './menu.ts'
import { role } from './role-field.ts'

export const THEME_VIEWS = ['light', 'dark', 'system'] as const
export type ThemeView = (typeof THEME_VIEWS)[number]

/** The session user in the seed's own field names. */
export const user = z.object({
  id: z.number(),
  name: z.string(),
  email: z.string(),
  language: z.string(),
  created_at: z.string(),
  created_on: z.string(),
  last_login: z.nullable(z.string()),
  /** Host of the white-label the account belongs to, or of the provider. */
  domain: z.string(),
  parent_id: z.number(),
  /** The white-label's accent, such as #1a2b3c; null at the provider's own. */
  wl_theme: z.nullable(z.string()),
  wl_id: z.number(),
  /** `time_zone` is null where the user follows the browser. */
  settings: z.object({ country: z.nullable(z.string()), time_zone: z.nullable(z.string()) }),
  show_app: z.boolean(),
  show_link_to_old_version: z.boolean(),
  /** The user's identity signed for the chat, in its older form and as a token. Null but in the answers of its own calls. */
  intercom_hash: z.nullable(z.string()),
  intercom_token: z.nullable(z.string()),
  /** Always null: people have no pictures here, the page draws initials. */
  userImg: z.nullable(z.string()),
  /** The entries of the user menu that lead to a page. */
  userMenu: z.array(menuItem),
  theme_view: z.enum(THEME_VIEWS),
  first_visit: z.boolean(),
  first_available_path: z.string(),
  is_registration: z.boolean(),
  /** The API login this session works on, and what its user may do there. */
  api_login: z.string(),
  role,
  /** The user's team demands a second factor they do not have yet: everything else is refused until then. */
  /** The session began with a team's single sign-on and works on that team alone. */
  by_sso: z.boolean(),
  needs_factor: z.boolean(),
  /** When the active account closes, if its owners requested that; until then they can cancel it. */
  closes_at: z.nullable(z.string()),
  modules,
})
export type User = z.infer<typeof user>
