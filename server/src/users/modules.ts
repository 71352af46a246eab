import type { MenuItem, Modules } from '@portico/contract/menu.ts'
import { may } from '@portico/contract/permissions.ts'
import type { Role } from '@portico/contract/role.ts'
import { type MenuEntry, menuEntries, PATHS, unlistedScreens } from '@portico/contract/screens.ts'
import type { Brand } from '@portico/contract/whitelabel.ts'
import type { MenuSettings } from '#ctx/provider.ts'

/** A menu entry of the contract, with its address for this host and its sub-entries. */
interface Row extends Pick<MenuEntry, 'id' | 'label' | 'icon' | 'type' | 'grant' | 'needs'> {
  url: string | null
  group?: string
  under?: Row[]
}

/** Names of submenus by their last segment; that of Labs is spelled from the segment itself. */
const NAMES: Record<string, string> = {
  serp: 'SERP',
  reviews: 'Reviews',
  keywords: 'Keywords',
  'traffic-analytics': 'Traffic analytics',
  'domain-analytics': 'Domain analytics',
  backlinks: 'Backlinks',
  'on-page': 'OnPage',
  onpage: 'OnPage',
  'content-analysis': 'Content analysis',
  'content-generation': 'Content generation',
  merchant: 'Merchant',
  'app-data': 'App data',
  'business-data': 'Business data',
  business: 'Business data',
  'ai-optimization': 'AI optimization',
  'unified-overview': 'Unified overview',
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

type MenuBrand = Pick<Brand, 'product' | 'docs_url' | 'wl_id'>

/** The menu of the contract, with the sections of usage and playground. */
function rows({ product, docs_url, wl_id }: MenuBrand): Row[] {
  const subs = (parent: string, names: string[]): Row[] =>
    names.map((name) => {
      const slug = name === 'labs' ? `${product}-labs` : name
      return {
        id: `${parent}-${slug}`,
        // A white-label must not name the provider, whose product is a word of the data API's addresses.
        label: name === 'labs' && wl_id ? 'Labs' : nameOf(slug),
        url: `/${parent}/${slug}`,
        icon: '',
        ...(name === 'reviews' && { grant: name }),
      }
    })
  const under: Record<string, Row[]> = {
    'api-detail': subs('api-detail', [...USAGE, ...MORE_USAGE]),
    'api-playground': subs('api-playground', [...PLAYGROUND, ...MORE_PLAYGROUND]),
  }
  return menuEntries().map(({ path, ...entry }) => ({
    ...entry,
    url: entry.type === 'external' ? docs_url : path,
    under: under[entry.id] ?? [],
  }))
}

export const MENU_AS_IT_COMES: MenuSettings = {
  usage: [],
  playground: [],
  is_own_only: false,
  hidden: new Set(),
  unlisted: [],
}

/** Ids the provider's files may hide. */
export const MENU_IDS = rows({ product: '', docs_url: null, wl_id: 0 }).map(({ id }) => id)

/** The provider's own sections after the others, or instead of them; the overview of all is always there. */
function withSections(row: Row, { usage, playground, is_own_only }: MenuSettings): Row {
  const own = { 'api-detail': usage, 'api-playground': playground }[row.id]
  if (!own || !row.under || (own.length === 0 && !is_own_only)) return row
  const added = own.map(({ id, title }) => ({ id: `${row.id}-${id}`, label: title, url: `/${row.id}/${id}`, icon: '' }))
  const known = new Map(row.under.map((one) => [one.id, one]))
  const overview = row.under.filter(({ id }) => id.endsWith('-unified-overview'))
  const stored = is_own_only ? [] : row.under.filter((one) => !overview.includes(one))
  return { ...row, under: [...stored, ...added.map((one) => known.get(one.id) ?? one), ...overview] }
}

/** Entries of the user menu. */
const NAV_BAR: Row[] = [{ id: 'profile', label: 'Profile', url: PATHS.profile, icon: 'user' }]

/** The modules this user may see. The client builds menu and guards from it, the server its access checks. */
export function listModules(
  grants: string[],
  brand: MenuBrand,
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
    unlisted: [
      ...menu.unlisted,
      ...unlistedScreens()
        .filter(({ needs }) => may(role, needs))
        .map(({ path }) => path),
    ],
  }
}

/** For a user who can only set up a second factor, which the profile does. */
export function profileAlone({ nav_bar }: Modules): Modules {
  const profile = nav_bar.filter(({ html_id }) => html_id === 'profile')
  return { main: profile, nav_bar: profile, nav_bar_info: [], unlisted: [] }
}

function nameOf(slug: string): string {
  return (
    NAMES[slug] ?? slug.replaceAll(/(^|-)(\w)/g, (_, between, char) => `${between ? ' ' : ''}${char.toUpperCase()}`)
  )
}
