import type { Feature, MenuItem, Modules } from '@portico/contract/menu.ts'
import { MENU_NAMES } from '@portico/contract/menu-names.ts'
import { type Action, may } from '@portico/contract/permissions.ts'
import type { Role } from '@portico/contract/role.ts'
import type { Brand } from '@portico/contract/whitelabel.ts'
import type { MenuSettings } from '../ctx-provider.ts'

interface Row {
  id: string
  label: string
  url: string | null
  icon: string
  group?: string
  type?: MenuItem['type']
  /** Listed only for those who have it. */
  grant?: Feature
  /** Listed only for whose role on the active login may do it. */
  needs?: Action
  under?: Row[]
}

/** What a submenu's last segment is called; anything else is spelled from the segment itself. */
const NAMES: Record<string, string> = {
  serp: 'SERP',
  'on-page': 'OnPage',
  onpage: 'OnPage',
  'app-data': 'App data',
  'ai-optimization': 'AI optimization',
  business: 'Business data',
}

const USAGE = ['serp', 'reviews', 'keywords', 'traffic-analytics', 'domain-analytics', 'labs', 'backlinks', 'on-page']
const MORE_USAGE = [
  'content-analysis',
  'merchant',
  'app-data',
  'business-data',
  'content-generation',
  'unified-overview',
]
const PLAYGROUND = ['serp', 'keywords', 'domain-analytics', 'labs', 'backlinks', 'onpage', 'content-analysis']
const MORE_PLAYGROUND = ['content-generation', 'business', 'app-data', 'ai-optimization']

/** The menu in the seed's order. */
function rows({ product, docs_url }: Pick<Brand, 'product' | 'docs_url'>): Row[] {
  const subs = (parent: string, names: string[]): Row[] =>
    names.map((name) => {
      const slug = name === 'labs' ? `${product}-labs` : name
      return {
        id: `${parent}-${slug}`,
        label: nameOf(slug),
        url: `/${parent}/${slug}`,
        icon: '',
        ...(name === 'reviews' && { grant: name }),
      }
    })
  return [
    { id: 'dashboard', label: 'Dashboard', url: '/api-dashboard', group: 'Main', icon: 'dashboard' },
    {
      id: 'h2h-dashboard',
      label: 'Machine logins',
      url: '/h2h-dashboard',
      group: 'Main',
      icon: 'server',
      grant: 'h2h',
    },
    { id: 'hide-panel', label: 'Menu mini', url: null, group: 'Main', icon: 'panel', type: 'action' },
    { id: 'api-access', label: MENU_NAMES.access, url: '/api-access', group: 'API', icon: 'key' },
    {
      id: 'api-detail',
      label: 'Usage',
      url: '/api-detail',
      group: 'API',
      icon: 'chart',
      under: subs('api-detail', [...USAGE, ...MORE_USAGE]),
    },
    {
      id: 'h2h-detail',
      label: 'Machine login usage',
      url: '/h2h-detail',
      group: 'API',
      icon: 'server-chart',
      grant: 'h2h',
    },
    { id: 'api-errors', label: 'Errors', url: '/api-errors', group: 'API', icon: 'alert' },
    {
      id: 'h2h-errors',
      label: 'Machine login errors',
      url: '/h2h-errors',
      group: 'API',
      icon: 'server-alert',
      grant: 'h2h',
    },
    {
      id: 'api-playground',
      label: 'Playground',
      url: '/api-playground',
      group: 'API',
      icon: 'play',
      under: subs('api-playground', [...PLAYGROUND, ...MORE_PLAYGROUND]),
    },
    // The seed defines two submenus here and shows none: they are addresses within the page.
    { id: 'api-settings', label: MENU_NAMES.settings, url: '/api-settings', group: 'API', icon: 'settings' },
    { id: 'documentation', label: 'Documentation', url: docs_url, group: 'API', icon: 'book', type: 'external' },
    { id: 'development', label: 'development', url: '/development', group: 'API', icon: 'code', grant: 'development' },
    { id: 'databases-list', label: 'List', url: '/databases/list', group: 'Databases', icon: 'database' },
    {
      id: 'databases-purchases',
      label: 'My Purchases',
      url: '/databases/purchases',
      group: 'Databases',
      icon: 'download',
    },
    {
      id: 'backlinks-subscription',
      label: 'Backlinks API Access',
      url: '/backlinks-subscription',
      group: 'Billing',
      icon: 'link',
      needs: 'add_funds',
    },
    {
      id: 'api-access-subscription',
      label: MENU_NAMES.subscriptions,
      url: '/api-access-subscription',
      group: 'Billing',
      icon: 'refresh',
      needs: 'add_funds',
    },
    {
      id: 'payments',
      label: MENU_NAMES.payments,
      url: '/users/getrows',
      group: 'Billing',
      icon: 'card',
      needs: 'add_funds',
    },
  ]
}

export const MENU_AS_IT_COMES: MenuSettings = {
  usage: [],
  playground: [],
  is_own_only: false,
  hidden: new Set(),
  unlisted: [],
}

/** What the provider's files may hide, by its id. */
export const MENU_IDS = rows({ product: '', docs_url: null }).map(({ id }) => id)

/** Sections of the provider's own after the others, or in their place; the overview of all is always there. */
function withSections(row: Row, { usage, playground, is_own_only }: MenuSettings): Row {
  const own = { 'api-detail': usage, 'api-playground': playground }[row.id]
  if (!own || !row.under || (own.length === 0 && !is_own_only)) return row
  const added = own.map(({ id, title }) => ({ id: `${row.id}-${id}`, label: title, url: `/${row.id}/${id}`, icon: '' }))
  const known = new Map(row.under.map((one) => [one.id, one]))
  const overview = row.under.filter(({ id }) => id.endsWith('-unified-overview'))
  const kept = is_own_only ? [] : row.under.filter((one) => !overview.includes(one))
  return { ...row, under: [...kept, ...added.map((one) => known.get(one.id) ?? one), ...overview] }
}

/** Reached from the profile: the menu of the seed has no entry for it. */
const SECURITY_LOG = '/users/security-log'

/** Entries of the user menu. */
const NAV_BAR: Row[] = [{ id: 'profile', label: 'Profile', url: '/users/profile', icon: 'user' }]

/** What this user may see. The client builds menu and guards from it, the server its own locks. */
export function listModules(
  grants: string[],
  brand: Pick<Brand, 'product' | 'docs_url'>,
  role: Role,
  menu: MenuSettings = MENU_AS_IT_COMES,
): Modules {
  const isListed = ({ id, grant, needs, url, type }: Row) =>
    !menu.hidden.has(id) &&
    (!grant || grants.includes(grant)) &&
    (!needs || may(role, needs)) &&
    (url !== null || type === 'action')
  const asItem = (row: Row): MenuItem => ({
    html_id: row.id,
    label: row.label,
    url: row.url,
    desc: '',
    item_class: '',
    item_icon_class: row.icon,
    type: row.type ?? 'link',
    group: row.group ?? null,
    submodules_options: (row.under ?? []).filter(isListed).map(asItem),
  })
  const main = rows(brand).map((row) => withSections(row, menu))
  return {
    main: main.filter(isListed).map(asItem),
    nav_bar: NAV_BAR.map(asItem),
    nav_bar_info: [],
    unlisted: may(role, 'see_security_log') ? [...menu.unlisted, SECURITY_LOG] : menu.unlisted,
  }
}

/** For who can do nothing but set up a second factor: that is done there. */
export function profileAlone({ nav_bar }: Modules): Modules {
  const profile = nav_bar.filter(({ html_id }) => html_id === 'profile')
  return { main: profile, nav_bar: profile, nav_bar_info: [], unlisted: [] }
}

function nameOf(slug: string): string {
  return (
    NAMES[slug] ??
    slug
      .split('-')
      .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
      .join(' ')
  )
}
