import type { MenuItem, Modules } from '@portico/contract/menu.ts'
import { paths } from '#lib/paths.ts'

const GROUPS = ['Main', 'API', 'Databases', 'Billing'] as const
export type GroupName = (typeof GROUPS)[number]

/**
 * The seed's order; entries it does not name follow in the server's order. External links have no address of ours and
 * are identified by their id.
 */
const ORDER: string[] = [
  paths.apiDashboard,
  paths.apiAccess,
  paths.apiDetail,
  paths.apiErrors,
  paths.apiPlayground,
  paths.apiSettings,
  'documentation',
  paths.development,
  paths.databasesList,
  paths.databasesPurchases,
  paths.backlinksSubscription,
  paths.apiAccessSubscription,
  paths.payments,
]
const MINI = 'hide-panel'

export interface Section {
  group: GroupName
  items: MenuItem[]
}

/** Groups in the seed's order, each with the listed entries that have a real url. */
export function buildMenu(modules: Modules): Section[] {
  const entries = modules.main.filter(isReal).map(withRealSubmodules)
  return GROUPS.map((group) => ({
    group,
    items: entries.filter((item) => groupOf(item) === group).sort((a, b) => rank(a) - rank(b)),
  })).filter(({ items }) => items.length > 0)
}

/** The entry that is no link and makes the menu narrow, when the server lists it. */
export function miniItem(modules: Modules): MenuItem | undefined {
  return modules.main.find(({ html_id }) => html_id === MINI)
}

function isReal({ url, html_id }: MenuItem): boolean {
  return html_id !== MINI && url !== null && url !== '' && url !== '#'
}

function withRealSubmodules(item: MenuItem): MenuItem {
  return { ...item, submodules_options: item.submodules_options.filter(isReal) }
}

/** An entry without a group, or of an unknown one, belongs to the first: nothing listed gets lost. */
function groupOf({ group }: MenuItem): GroupName {
  return GROUPS.find((name) => name === group) ?? 'Main'
}

function rank({ url, html_id, type }: MenuItem): number {
  const at = ORDER.indexOf(type === 'external' ? html_id : (url ?? ''))
  return at === -1 ? ORDER.length : at
}

/** The entry whose url the current address starts with, and the one below it; of several the longest. */
export function activeIn(items: MenuItem[], path: string): MenuItem | undefined {
  return items
    .filter(({ type, url }) => type === 'link' && url !== null && startsWith(path, url))
    .sort((a, b) => (b.url?.length ?? 0) - (a.url?.length ?? 0))[0]
}

/** Whole segments: an address that continues with more characters is another location. */
function startsWith(path: string, url: string): boolean {
  return path === url || path.startsWith(`${url}/`)
}
