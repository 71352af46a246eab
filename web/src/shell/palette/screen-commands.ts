import type { MenuItem, Modules } from '@portico/contract/menu.ts'
import { buildMenu } from '../menu/build-menu.ts'

export interface ScreenEntry {
  id: string
  label: string
  url: string
  icon: string
  isExternal: boolean
  /** A submodule: found by typing, not listed before. */
  isDeep: boolean
}

/** Every screen of the menu and of the user menu, submodules behind their parents. */
export function screenEntries(modules: Modules, translate: (text: string) => string): ScreenEntry[] {
  const entryOf = (item: MenuItem, parent?: MenuItem): ScreenEntry => ({
    id: item.html_id,
    label: parent ? `${translate(parent.label)} › ${translate(item.label)}` : translate(item.label),
    url: item.url ?? '',
    icon: (parent ?? item).item_icon_class,
    isExternal: item.type === 'external',
    isDeep: parent !== undefined,
  })
  const main = buildMenu(modules).flatMap(({ items }) => items)
  const own = modules.nav_bar.filter(({ url }) => url)
  return [...main, ...own].flatMap((item) => [
    entryOf(item),
    ...item.submodules_options.map((sub) => entryOf(sub, item)),
  ])
}
