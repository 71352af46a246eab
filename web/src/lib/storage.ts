import { LANGUAGES } from '@portico/contract/language.ts'
import { modules } from '@portico/contract/menu.ts'
import { THEME_VIEWS } from '@portico/contract/user.ts'
import * as z from 'zod/mini'

/** All that may outlive a page, by name and shape: no secret, no address, no name; of money the balance last shown. */
const SHAPES = {
  last_url: z.object({ path: z.string(), at_ms: z.number() }),
  fragment_path: z.string(),
  integrity: z.string(),
  project_id: z.number(),
  menu_compact: z.boolean(),
  /** Sections and submenus the reader has opened or closed by hand. */
  menu_open: z.record(z.string(), z.boolean()),
  closed_notices: z.array(z.string()),
  shortcuts_off: z.boolean(),
  /** The build this tab was already loaded anew for. */
  renewed_build: z.string(),
  /** What the shell shows while there is no connection. */
  last_known: z.object({ modules, theme_view: z.enum(THEME_VIEWS), language: z.enum(LANGUAGES) }),
  last_balance_micros: z.number(),
  /** A sign-out the server has not heard of yet. */
  sign_out_due: z.boolean(),
} as const

const TEXTS: Name[] = ['fragment_path', 'integrity', 'renewed_build']
/** Kept for the life of the tab; the rest for the browser. */
const OF_THE_TAB: Name[] = ['renewed_build']

type Name = keyof typeof SHAPES
type Kept<N extends Name> = z.infer<(typeof SHAPES)[N]>
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
    const parsed = SHAPES[name].safeParse(read(name))
    return parsed.success ? (parsed.data as Kept<N>) : undefined
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
