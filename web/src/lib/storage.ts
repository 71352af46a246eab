import { LANGUAGES } from '@portico/contract/language.ts'
import type { MenuItem, Modules } from '@portico/contract/menu.ts'
import { THEME_VIEWS } from '@portico/contract/user.ts'
import { byName, fields, flag, type Guard, type Guarded, list, number, one, orNull, text } from './guards.ts'

const menuItem: Guard<MenuItem> = fields({
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
const modules: Guard<Modules> = fields({ main: list(menuItem), nav_bar: list(menuItem), nav_bar_info: list(menuItem) })

/**
 * All that may outlive a page, by name and shape: no name; of money the balance last shown; of secrets the token of an
 * invitation, which is good once and only for the address it was mailed to; of addresses those typed into public forms, until
 * someone signs in.
 */
const SHAPES = {
  last_url: fields({ path: text, at_ms: number }),
  fragment_path: text,
  integrity: text,
  /** Both parts of an invitation that was opened here, until it is used or found to be over. */
  pid: number,
  pt: text,
  project_id: number,
  /** The e-mail address of a sign-up in this browser, so that it is not typed twice. */
  sign_up: fields({ email: text, at_ms: number }),
  /** The sign-up of this tab that waits for its code, and the address last refused at sign-in. */
  sent_to: text,
  typed_email: text,
  /** Someone is signed in here and has not signed out. */
  signed_in: flag,
  menu_compact: flag,
  /** Sections and submenus that the reader has opened or closed. */
  menu_open: byName(flag),
  closed_notices: list(text),
  shortcuts_off: flag,
  playground_favourites: list(text),
  /** The filled-in request, as JSON, while the customer adds funds or reloads the page. */
  playground_draft: text,
  /** Columns of the result table, by method. */
  playground_columns: byName(list(text)),
  /** Columns of the table of tasks that the reader has left out. */
  usage_columns_hidden: list(text),
  /** The build this tab was already reloaded for. */
  renewed_build: text,
  /** Data of the shell without a connection. */
  last_known: fields({ modules, theme_view: one(THEME_VIEWS), language: one(LANGUAGES) }),
  last_balance_micros: number,
  /** The address a sign-up began with, while the visitor is at a third party. */
  opened: fields({ search: text, referrer: text }),
  /** Screens that were opened with consent and not yet reported to analytics. */
  uncounted: list(text),
  /** The user whose sign-up was already requested in this browser. */
  sign_up_asked: number,
  /** A passkey was made or used in this browser. */
  has_passkey: flag,
  /** A user signed in by single sign-on in this browser. */
  has_sso: flag,
  /** The way this browser was signed in last, which is marked at the next sign-in. */
  last_way: text,
  /** A sign-out that the server has not received yet. */
  sign_out_due: flag,
} as const

const TEXTS: Name[] = [
  'fragment_path',
  'integrity',
  'last_way',
  'playground_draft',
  'pt',
  'renewed_build',
  'sent_to',
  'typed_email',
]
/** Stored for the life of the tab; the rest for the browser. */
const OF_THE_TAB: Name[] = ['playground_draft', 'renewed_build', 'sent_to', 'typed_email', 'opened', 'uncounted']

type Name = keyof typeof SHAPES
type Stored<N extends Name> = Guarded<(typeof SHAPES)[N]>
export type LastKnown = Stored<'last_known'>

/** These go when the user signs out; the rest are habits of the browser. */
const OF_THE_USER: Name[] = [
  'signed_in',
  'last_known',
  'last_balance_micros',
  'last_url',
  'fragment_path',
  'integrity',
  'project_id',
  'playground_draft',
]

export function recall<N extends Name>(name: N): Stored<N> | undefined {
  try {
    const stored = read(name)
    return SHAPES[name](stored) ? (stored as Stored<N>) : undefined
  } catch {
    return undefined
  }
}

export function remember<N extends Name>(name: N, value: Stored<N>): void {
  try {
    store(name).setItem(name, typeof value === 'string' ? value : JSON.stringify(value))
  } catch {
    // Private windows may refuse; the product works without memory.
  }
}

/** A text is stored as it is, anything else as JSON. */
function read(name: Name): unknown {
  const stored = store(name).getItem(name)
  return stored === null || TEXTS.includes(name) ? stored : JSON.parse(stored)
}

function store(name: Name): Storage {
  return OF_THE_TAB.includes(name) ? sessionStorage : localStorage
}

export function forget(name: Name): void {
  try {
    store(name).removeItem(name)
  } catch {
    // Without storage there is nothing to forget.
  }
}

export function forgetUser(): void {
  for (const name of OF_THE_USER) forget(name)
}
