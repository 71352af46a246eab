import * as z from 'zod/mini'

/** A menu entry as the server lists it; the same list guards routes on the client and endpoints on the server. */
export interface MenuItem {
  html_id: string
  label: string
  url: string | null
  desc: string
  item_class: string
  item_icon_class: string
  type: 'link' | 'external' | 'action'
  group: string | null
  submodules_options: MenuItem[]
}

export const menuItem: z.ZodMiniType<MenuItem> = z.object({
  html_id: z.string(),
  label: z.string(),
  url: z.nullable(z.string()),
  desc: z.string(),
  item_class: z.string(),
  item_icon_class: z.string(),
  type: z.enum(['link', 'external', 'action']),
  group: z.nullable(z.string()),
  submodules_options: z.lazy(() => z.array(menuItem)),
})

export const modules = z.object({
  main: z.array(menuItem),
  nav_bar: z.array(menuItem),
  nav_bar_info: z.array(menuItem),
  /** Paths that are open without an entry: the menu of the seed is fixed, and an operator adds APIs of their own. */
  unlisted: z.optional(z.array(z.string())),
})
export type Modules = z.infer<typeof modules>

/** What the operator can grant to one user; each shows entries others do not have. */
export const FEATURES = ['reviews', 'h2h', 'old-version', 'development'] as const
export type Feature = (typeof FEATURES)[number]

/** True for a path within one of the listed modules; a parent module allows its sub-paths. */
export function isAllowed(path: string, list: Modules): boolean {
  return [...list.main, ...list.nav_bar].some((item) => covers(item, path))
}

/** True where a section of Usage or Playground exists for this user: a page the server would refuse is not opened. */
export function isSection(path: string, { main, unlisted = [] }: Modules): boolean {
  const wanted = path.replace(/\/$/, '')
  const parent = main.find(({ url }) => url !== null && wanted.startsWith(`${url}/`))
  const listed = parent?.submodules_options.map(({ url }) => url) ?? []
  return listed.length === 0 || listed.includes(wanted) || unlisted.includes(wanted)
}

function covers(item: MenuItem, path: string): boolean {
  if (item.type === 'link' && item.url && (path === item.url || path.startsWith(`${item.url}/`))) return true
  return item.submodules_options.some((sub) => covers(sub, path))
}

/** The first main-menu module with a url of our own: where an empty path leads. */
export function firstPath(list: Modules | undefined): string {
  return list?.main.find((item) => item.type === 'link' && item.url)?.url ?? '/api-dashboard'
}
