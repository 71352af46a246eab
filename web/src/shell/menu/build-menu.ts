import type { MenuItem, Modules } from '@portico/contract/menu.ts'

const GROUPS = ['Main', 'API', 'Databases', 'Billing'] as const
export type GroupName = (typeof GROUPS)[number]

/** Groups in the seed's order, each with the listed entries that have a real url. */
export function buildMenu(modules: Modules): { group: GroupName; items: MenuItem[] }[] {
  return GROUPS.map((group) => ({
    group,
    items: modules.main.filter((item) => item.group === group && item.url),
  })).filter(({ items }) => items.length > 0)
}

/** The active entry is the one whose url the current address starts with. */
export function isActive(item: MenuItem, path: string): boolean {
  return item.url !== null && path.startsWith(item.url)
}
