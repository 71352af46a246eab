import type { MenuItem, Modules } from '@portico/contract/menu.ts'

/** The menu's rows in the seed's order; `grant` rows are listed only for those who have it. */
const ROWS: { id: string; label: string; url: string; group: string; icon: string; grant?: string }[] = [
  { id: 'dashboard', label: 'Dashboard', url: '/api-dashboard', group: 'Main', icon: 'dashboard' },
  { id: 'development', label: 'development', url: '/development', group: 'API', icon: 'code', grant: 'development' },
]

/** What this user may see. The client builds menu and guards from it, the server its own locks. */
export function listModules(grants: string[]): Modules {
  const main = ROWS.filter((row) => !row.grant || grants.includes(row.grant)).map(asItem)
  return { main, nav_bar: [], nav_bar_info: [] }
}

function asItem(row: (typeof ROWS)[number]): MenuItem {
  return {
    html_id: row.id,
    label: row.label,
    url: row.url,
    desc: '',
    item_class: '',
    item_icon_class: row.icon,
    type: 'link',
    group: row.group,
    submodules_options: [],
  }
}
