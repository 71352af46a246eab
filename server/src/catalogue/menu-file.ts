import { join } from 'node:path'
import type { CatalogueSection } from '@portico/contract/catalogue.ts'
import * as z from 'zod/mini'
import type { MenuSettings } from '#ctx/provider.ts'
import { startProblem } from '#db/start-problem.ts'
import { readYamlIfThere } from '#files/yaml-file.ts'

const file = z.strictObject({
  /** `fixed`: the built-in menu; `added`: own sections after it; `own`: only sections that have functions. */
  sections: z.optional(z.enum(['fixed', 'added', 'own'])),
  hide: z._default(z.array(z.string()), []),
})

/** Entries without which a user could not use, pay or leave the product. */
const NEEDED = ['dashboard', 'api-access', 'api-detail', 'api-settings', 'hide-panel', 'profile']

export interface Sold {
  sections: Record<'usage' | 'playground', CatalogueSection[]>
  /** Addresses of the sections that the built-in menu has no entry for. */
  unlisted: string[]
  /** Sections of the built-in menu that have no functions. */
  has_empty: boolean
  /** Products that a function requires. */
  subscriptions: ReadonlySet<string>
}

/**
 * Reads PROVIDER_DIR/menu.yaml. What it leaves open follows the documents: the built-in menu where each of its sections
 * has functions, else the sections of the documents; pages about subscriptions that no function requires are hidden.
 */
export function readMenuFile(provider_dir: string, sold: Sold, known: readonly string[]): MenuSettings {
  const path = join(provider_dir, 'menu.yaml')
  const { sections = sold.has_empty ? 'own' : 'fixed', hide } = settingsOf(path)
  const strange = hide.find((id) => !known.includes(id) || NEEDED.includes(id))
  if (strange !== undefined) {
    const list = known.filter((id) => !NEEDED.includes(id)).join(', ')
    throw startProblem(`${path}: hide: ${strange} cannot be hidden; what can be: ${list}.`)
  }
  const { unlisted } = sold
  const own = (kind: 'usage' | 'playground', parent: string) =>
    sold.sections[kind].filter(({ id }) => sections === 'own' || unlisted.includes(`/${parent}/${id}`))
  return {
    usage: sections === 'fixed' ? [] : own('usage', 'api-detail').map(named),
    playground: sections === 'fixed' ? [] : own('playground', 'api-playground').map(named),
    is_own_only: sections === 'own',
    hidden: new Set([...hide, ...unneeded(sold.subscriptions)]),
    unlisted: sections === 'fixed' ? unlisted : [],
  }
}

function unneeded(subscriptions: Sold['subscriptions']): string[] {
  if (subscriptions.size === 0) return ['backlinks-subscription', 'api-access-subscription']
  return subscriptions.has('backlinks') ? [] : ['backlinks-subscription']
}

function named({ id, title }: CatalogueSection) {
  return { id, title }
}

function settingsOf(path: string): z.infer<typeof file> {
  const parsed = file.safeParse(readYamlIfThere(path) ?? {})
  if (parsed.success) return parsed.data
  const issue = parsed.error.issues[0]
  const what =
    issue?.code === 'unrecognized_keys' ? `${issue.keys[0]} is not known` : `${issue?.path.join('.')} is wrong`
  throw startProblem(`${path}: ${what}; it has sections (fixed, added or own) and hide (a list of entries).`)
}
