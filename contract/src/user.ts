import * as z from 'zod/mini'
import { modules } from './menu.ts'
import { role } from './role-field.ts'

export const THEME_VIEWS = ['light', 'dark', 'system'] as const
export type ThemeView = (typeof THEME_VIEWS)[number]

/** The session user in the seed's own field names. Secrets of third parties (chat tokens) have their own call. */
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
  /** `time_zone` is null for who has the times of the browser. */
  settings: z.object({ country: z.nullable(z.string()), time_zone: z.nullable(z.string()) }),
  show_app: z.boolean(),
  show_link_to_old_version: z.boolean(),
  /** Always null: people have no pictures here, the page draws initials. */
  userImg: z.nullable(z.string()),
  theme_view: z.enum(THEME_VIEWS),
  first_visit: z.boolean(),
  first_available_path: z.string(),
  is_registration: z.boolean(),
  /** The API login this session works on, and what its user may do there. */
  api_login: z.string(),
  role,
  /** Their team demands a second factor they do not have yet: nothing else can be done before. */
  /** The session began with a team's single sign-on and works on that team alone. */
  by_sso: z.boolean(),
  needs_factor: z.boolean(),
  /** When the account they work on closes, if its owners want that; until then it can be kept. */
  closes_at: z.nullable(z.string()),
  modules,
})
export type User = z.infer<typeof user>
