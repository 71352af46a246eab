import { LANGUAGES } from '@portico/contract/language.ts'
import type { MenuItem, Modules } from '@portico/contract/menu.ts'
import { THEME_VIEWS } from '@portico/contract/user.ts'
import { byName, fields, flag, list, number, one, orNull, type Shape, type Shaped, text } from './shape.ts'

const menuItem: Shape<MenuItem> = fields({
  html_id: text,
  label: text,
  url: orNull(text),
  desc: text,
  item_class: text,
  item_icon_class: text,
  type: one(['link', 'external', 'action']),
  group: orNull(text),
  submodules_options: (value): value is MenuItem[] => list(menuItem)(value),
})
const modules: Shape<Modules> = fields({ main: list(menuItem), nav_bar: list(menuItem), nav_bar_info: list(menuItem) })

/** All that may outlive a page, by name and shape: no secret, no address, no name; of money the balance last shown. */
const SHAPES = {
  last_url: fields({ path: text, at_ms: number }),
  fragment_path: text,
  integrity: text,
  project_id: number,
  menu_compact: flag,
  /** Sections and submenus the reader has opened or closed by hand. */
  menu_open: byName(flag),
  closed_notices: list(text),
  shortcuts_off: flag,
  /** The build this tab was already loaded anew for. */
  renewed_build: text,
  /** What the shell shows while there is no connection. */
  last_known: fields({ modules, theme_view: one(THEME_VIEWS), language: one(LANGUAGES) }),
  last_balance_micros: number,
  /** The address a sign-up began with, while the visitor is at a third party. */
  opened: fields({ search: text, referrer: text }),
  /** Screens that were opened with consent and of which analytics has not heard yet. */
  uncounted: list(text),
  /** The user whose sign-up was asked about in this browser. */
  sign_up_asked: number,
  /** A sign-out the server has not heard of yet. */
  sign_out_due: flag,
} as const

const TEXTS: Name[] = ['fragment_path', 'integrity', 'renewed_build']
/** Kept for the life of the tab; the rest for the browser. */
const OF_THE_TAB: Name[] = ['renewed_build', 'opened', 'uncounted']

type Name = keyof typeof SHAPES
type Kept<N extends Name> = Shaped<(typeof SHAPES)[N]>
export type LastKnown = Kept<'last_known'>

/** These go when the user signs out; the rest are habits of the browser. */
const OF_THE_USER: Name[] = [
  'last_known',
  'last_balance_micros',
  'last_url',
  'fragment_path',
  'integrity',
  'project_id',
]

export function recall<N extends Name>(name: N): Kept<N> | undefined {
  try {
    const kept = read(name)
    return SHAPES[name](kept) ? (kept as Kept<N>) : undefined
  } catch {
    return undefined
  }
}

export function remember<N extends Name>(name: N, value: Kept<N>): void {
  try {
    store(name).setItem(name, typeof value === 'string' ? value : JSON.stringify(value))
  } catch {
    // Private windows may refuse; the product works without memory.
  }
}

/** A text is kept as it is, anything else as JSON. */
function read(name: Name): unknown {
  const kept = store(name).getItem(name)
  return kept === null || TEXTS.includes(name) ? kept : JSON.parse(kept)
}

function store(name: Name): Storage {
  return OF_THE_TAB.includes(name) ? sessionStorage : localStorage
}

export function forget(name: Name): void {
  try {
    store(name).removeItem(name)
  } catch {
    // Nothing kept, nothing to forget.
  }
}

export function forgetUser(): void {
  for (const name of OF_THE_USER) forget(name)
}
